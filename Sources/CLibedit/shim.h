#pragma once
#include <stdio.h>
#include <histedit.h>
#include <wchar.h>
