#pragma once
#include <stdio.h>
#include <histedit.h>
#include <wchar.h>
#include <bits/types/cookie_io_functions_t.h>

// Swift can name neither the C globals stdin, stdout and stderr nor call variadic functions. Each
// wrapper fixes one such call; nothing else belongs here.

// A stream whose bytes a function takes; declared here because stdio.h does so only under _GNU_SOURCE.
FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions);

static inline FILE *cle_stream(ssize_t (*take)(void *, const char *, size_t)) {
  cookie_io_functions_t functions = {0};
  functions.write = take;
  return fopencookie(NULL, "w", functions);
}

// Whatever the output does with the bytes, the descriptor is that of the terminal.
static inline EditLine *cle_open(const char *program, FILE *output) {
  return el_init_fd(program, stdin, output, stderr, 0, 1, 2);
}

typedef wchar_t *(*cle_prompt)(EditLine *);
typedef int (*cle_read)(EditLine *, wchar_t *);

static inline int cle_set_prompt(EditLine *editor, cle_prompt prompt, wchar_t escape) {
  return el_wset(editor, EL_PROMPT_ESC, prompt, escape);
}

static inline int cle_set_read(EditLine *editor, cle_read read) {
  return el_wset(editor, EL_GETCFN, read);
}

static inline int cle_set_client(EditLine *editor, void *client) {
  return el_wset(editor, EL_CLIENTDATA, client);
}

static inline void *cle_client(EditLine *editor) {
  void *client = NULL;
  return el_wget(editor, EL_CLIENTDATA, &client) == 0 ? client : NULL;
}

static inline int cle_set_signals(EditLine *editor, int handles) {
  return el_wset(editor, EL_SIGNAL, handles);
}

static inline int cle_set_emacs(EditLine *editor) {
  return el_wset(editor, EL_EDITOR, L"emacs");
}

static inline int cle_bind(EditLine *editor, const wchar_t *key, const wchar_t *action) {
  return el_wset(editor, EL_BIND, key, action, NULL);
}

// The columns of a character; negative for one that has none.
int wcwidth(wchar_t character);
static inline int cle_width(wchar_t character) { return wcwidth(character); }

static inline int cle_refresh(EditLine *editor) { return el_wset(editor, EL_REFRESH); }

static inline int cle_prepare_terminal(EditLine *editor, int raw) {
  return el_wset(editor, EL_PREP_TERM, raw);
}

static inline int cle_set_history(EditLine *editor, HistoryW *history) {
  return el_wset(editor, EL_HIST, history_w, history);
}

static inline int cle_history_set_size(HistoryW *history, int size) {
  HistEventW event;
  return history_w(history, &event, H_SETSIZE, size);
}

static inline int cle_history_add(HistoryW *history, const wchar_t *text) {
  HistEventW event;
  return history_w(history, &event, H_ENTER, text);
}
