export interface ByteSpan {
  /** Both inclusive. */
  start: number;
  end: number;
}

/**
 * One range of bytes (RFC 9110, 14). Several at once, or a header that is not understood, mean the whole: null.
 * @param size bytes of the file
 */
export function readRange(header: string | null, size: number): ByteSpan | null | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  const [, from = '', to = ''] = match ?? [];
  if (!match || (from === '' && to === '')) return null;
  const last = size - 1;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  return start > end || start > last ? 'unsatisfiable' : { start, end };
}
