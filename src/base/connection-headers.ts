// Headers that belong to one connection and frame what is sent over it: they are never set by hand. Input: nothing. Output: their
// names. https://www.rfc-editor.org/rfc/rfc9110#section-7.6.1, https://www.rfc-editor.org/rfc/rfc9112#section-6

export const CONNECTION_HEADERS: readonly string[] = [
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];
