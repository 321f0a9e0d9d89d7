import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DestinationStream } from 'pino';

/**
 * Keeps the last lines of the log in a file of bounded size and one before it, for a diagnosis. Lines are gathered for
 * a moment, so that a burst of them costs one write.
 */
export function createLogFile(
  path: string,
  { bytes, gather }: { bytes: number; gather: number },
): DestinationStream & { flush(): void } {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  let file = openSync(path, 'a', 0o600);
  let size = statSync(path).size;
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length === 0) return;
    const text = lines.join('');
    lines = [];
    try {
      size += writeSync(file, text);
      if (size < bytes) return;
      closeSync(file);
      renameSync(path, `${path}.1`);
      file = openSync(path, 'a', 0o600);
      size = 0;
    } catch {
      // A full disk must not take the server with it; standard output still has the line.
    }
  };
  return {
    write(line: string) {
      lines.push(line);
      timer ??= setTimeout(flush, gather).unref();
    },
    flush,
  };
}
