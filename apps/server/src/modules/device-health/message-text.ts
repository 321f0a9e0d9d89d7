const secretKey =
  /secret|token|passw|credential|access_?key|licen[cs]e|app_?key|nonce|jwt|authorization|signature|cookie/i;
const mask = '•••';

/** Addresses carry their key in the query, in the user part or, for streams, in the last step of the path. */
const withoutKeys = (text: string): string => {
  if (!/^(?:https?|rtmps?|wss?|mqtts?|rtsp|srt):\/\//i.test(text)) return text;
  const plain = text.replace(/\/\/[^/@]*@/, `//${mask}@`).replace(/\?.*$/s, `?${mask}`);
  return /^(?:rtmps?|rtsp|srt):/i.test(plain) ? plain.replace(/\/[^/?]+(\?.*)?$/, `/${mask}`) : plain;
};

const masked = (value: unknown, key: string): unknown => {
  if (value !== null && value !== '' && secretKey.test(key) && typeof value !== 'object') return mask;
  if (typeof value === 'string') return withoutKeys(value);
  if (Array.isArray(value)) return value.map((one) => masked(one, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner, name)]));
};

/**
 * What a message carried, as JSON text with its secrets masked, cut to a number of characters. Characters that a
 * database does not keep are replaced.
 */
export const messageText = (data: unknown, most: number): { text: string | null; cut: boolean } => {
  if (data === null || data === undefined) return { text: null, cut: false };
  // JSON writes control characters as escapes; half a surrogate pair may stand at the cut.
  const text = JSON.stringify(masked(data, '')).replaceAll('\\u0000', '\\ufffd');
  return { text: text.slice(0, most).toWellFormed(), cut: text.length > most };
};
