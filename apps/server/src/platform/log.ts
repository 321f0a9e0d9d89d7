import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

/** The log of the server: JSON lines, secrets masked. Pass objects first, then one short English sentence. */
export type Log = Logger;

const MASK = '[masked]';
const DEPTH = 6;

/** Field names whose values must never reach a log, whatever object they sit in. */
const secretName =
  /^(authinfo|jwt|captcha|captchacode|logininfo|cookie|set-cookie|authorization|credentials?|nonce|sign)$|token|password|passwd|secret|accesskey|applicense|appkey|privatekey/i;

/** The formatter does not see what is bound to a child logger; there these names are masked. */
const boundSecrets = ['authToken', 'authInfo', 'loginInfo', 'jwt', 'captcha', 'password', 'secret', 'token'];

/** Secrets inside text: passwords in addresses, one-time codes in queries, signatures of streams and objects. */
function maskText(text: string): string {
  return text
    .replace(/([a-z][a-z0-9+.-]*:\/\/[^/\s:@]*:)[^@\s/]+@/gi, `$1${MASK}@`)
    .replace(/([?&#](?:authInfo|jwt|authToken|sign|code|token|X-Amz-[A-Za-z-]+)=)[^&\s#"']+/gi, `$1${MASK}`);
}

function maskError(error: Error): Record<string, unknown> {
  const plain: Record<string, unknown> = {
    type: error.name,
    message: maskText(error.message),
    stack: maskText(error.stack ?? ''),
  };
  if ('code' in error) plain['code'] = error.code;
  if (error.cause instanceof Error) plain['cause'] = maskError(error.cause);
  return plain;
}

/**
 * A copy of a value fit for the log: secret fields replaced by `[masked]`, addresses without passwords, errors as
 * plain objects, nothing deeper than six levels.
 */
export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Error) return maskError(value);
  if (depth >= DEPTH) return '[deep]';
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((entry: unknown) => masked(entry, depth + 1));
  const copy: Record<string, unknown> = {};
  for (const [name, entry] of Object.entries(value)) {
    copy[name] = secretName.test(name) && entry !== undefined ? MASK : masked(entry, depth + 1);
  }
  return copy;
}

/** Starts the log. `destination` is for tests; without it lines go to standard output. */
export function createLog(options: { level: string; destination?: DestinationStream }): Log {
  const settings = {
    level: options.level,
    base: { pid: process.pid },
    redact: { paths: boundSecrets.flatMap((name) => [name, `*.${name}`]), censor: MASK },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: {
      level: (label: string) => ({ level: label }),
      log: (entry: Record<string, unknown>) => masked(entry) as Record<string, unknown>,
    },
    hooks: {
      logMethod(this: Logger, args: Parameters<Logger['info']>, method: (...all: typeof args) => void): void {
        const [first, ...rest]: unknown[] = args;
        // A bare error would put its unmasked message into `msg`.
        const all =
          first instanceof Error ? [{ err: first }, ...(rest.length > 0 ? rest : [first.message])] : args;
        method.apply(this, all.map((arg) => (typeof arg === 'string' ? maskText(arg) : arg)) as typeof args);
      },
    },
    // Errors are plain objects by now; the serializer of pino would rename their type.
    serializers: { err: (error: unknown) => error },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

/** Sends each line to two places. */
export const toBoth = (first: DestinationStream, second: DestinationStream): DestinationStream => ({
  write(line) {
    first.write(line);
    second.write(line);
  },
});

/** A child of a log whose every line carries the correlation id: of the request, or for a command its own id. */
export function withCorrelation(log: Log, correlationId: string): Log {
  return log.child({ correlationId });
}
