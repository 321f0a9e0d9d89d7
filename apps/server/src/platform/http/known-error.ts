import { limits } from '@eyrie/domain';
import { isNoRoom } from '../no-room.ts';
import { isDatabaseDown } from '../postgres/index.ts';
import { Refusal } from './refusal.ts';

const megabyte = 1_000_000;

/** The disk has too little room. Bytes. */
export const noRoom = (needed: number, free: number): Refusal => {
  const values = {
    needed: Math.max(1, Math.ceil(needed / megabyte)),
    free: Math.floor(free / megabyte),
  };
  return new Refusal('noRoom', { values, data: { needed, free }, retryAfterSeconds: 60 });
};

/** Whether a body had more bytes than its call takes. */
export const isBodyTooLarge = (error: unknown): boolean =>
  (error as { code?: string }).code === 'FST_ERR_CTP_BODY_TOO_LARGE';

/** The refusal that an error stands for; null: it is ours. */
export const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error;
  const code = (error as { code?: string }).code ?? '';
  const status = (error as { statusCode?: number }).statusCode;
  if (isBodyTooLarge(error) || status === 413)
    return new Refusal('tooLarge', { values: { max: limits.http.bodyBytes } });
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || status === 415) return new Refusal('unsupportedMediaType');
  if (status !== undefined && status >= 400 && status < 500) return new Refusal('malformed');
  // Raised by the tables themselves: the department something went to was deleted meanwhile.
  if (code === 'P0002') return new Refusal('notFound');
  // Two changes waited for each other and the database let one of them go.
  if (code === '40P01') return new Refusal('conflict');
  if (isNoRoom(error)) return noRoom(limits.http.bodyBytes, 0);
  // A database that is away is "not now", not "our fault".
  if (isDatabaseDown(error)) return new Refusal('databaseDown');
  return null;
};
