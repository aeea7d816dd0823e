#pragma once
// The code unit width selects the names of every PCRE2 function; here they work on UTF-8 bytes.
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>
