/** Headers by which two programs agree on the message itself and its way; a key in one of them would break it. */
const protocolHeaders = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'keep-alive',
  'max-forwards',
  'range',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
]);
export const isProtocolHeader = (name: string): boolean =>
  protocolHeaders.has(name.toLowerCase()) || /^(?:if|proxy|sec|x-forwarded)-/i.test(name);

/** What is sent along to the source of a layer for its key, if that goes in a header of its own. */
export const keyHeaders = (keyHeader: string, key: string): Record<string, string> =>
  keyHeader === '' || key === '' || isProtocolHeader(keyHeader) ? {} : { [keyHeader]: key };
