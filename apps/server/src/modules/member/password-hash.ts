import { randomBytes, timingSafeEqual } from 'node:crypto';
import { limits } from '@eyrie/domain';
import { createConcurrencyLimiter, type ConcurrencyBounds } from '../../platform/concurrency-limiter.ts';
import { createHashThread } from './password-thread.ts';

/** 19 MiB and two passes: the least that OWASP recommends for argon2id. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG = 32;
const SALT = 16;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

interface Phc {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  tag: Buffer;
}

function parsePhc(text: string): Phc | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text);
  if (!match) return null;
  const [, memory, passes, parallelism, salt = '', tag = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

export interface PasswordHasher {
  /** A PHC string with its own salt. */
  hash(password: string): Promise<string>;
  /**
   * Null stands for an account that does not exist: costs the same and is never right.
   * @param wait longest wait for a turn, ms, when it is not the usual one
   */
  verify(password: string, phc: string | null, wait?: number): Promise<boolean>;
}

/**
 * Hashes and checks passwords with argon2id outside the main thread.
 * @throws Refusal `tooManyRequests` when the line is full or a turn does not come in time.
 */
export function createPasswordHasher(
  bounds: ConcurrencyBounds = {
    atOnce: limits.login.hashesAtOnce,
    queue: limits.login.hashQueue,
    wait: limits.login.hashWait,
  },
): PasswordHasher {
  const limited = createConcurrencyLimiter(bounds);
  const derive = createHashThread();
  const nobody: Phc = { ...cost, salt: randomBytes(SALT), tag: randomBytes(TAG) };

  const tagOf = (password: string, phc: Phc): Promise<Buffer> =>
    derive({
      message: Buffer.from(password, 'utf8'),
      nonce: phc.salt,
      memory: phc.memory,
      passes: phc.passes,
      parallelism: phc.parallelism,
      tagLength: phc.tag.length,
    });

  return {
    async hash(password) {
      const salt = randomBytes(SALT);
      const tag = await limited(() => tagOf(password, { ...nobody, salt }));
      return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(salt)}$${base64(tag)}`;
    },
    async verify(password, phc, wait) {
      const known = phc === null ? null : parsePhc(phc);
      const against = known ?? nobody;
      const tag = await limited(() => tagOf(password, against), wait);
      return timingSafeEqual(tag, against.tag) && known !== null;
    },
  };
}
