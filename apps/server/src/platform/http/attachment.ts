const LONGEST = 64;

/**
 * The header with which a file is saved and never shown in place. Any name is safe in it: the plain form keeps
 * letters and digits, the full one is encoded.
 */
export function attachment(name: string, ending: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]+/g, '_').slice(0, LONGEST) || 'file';
  const full = encodeURIComponent(`${name.replaceAll(/\p{Surrogate}|\p{Cc}/gu, '_')}.${ending}`).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}.${ending}"; filename*=UTF-8''${full}`;
}
