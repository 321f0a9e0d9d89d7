/** Nothing in the repository may depend on, or tell of, the machine it was written on; and no secret may lie in it. */
import { homedir } from 'node:os';
import type { Source } from './sources.ts';

const personal = /(?:^|[\s"'`=(])(?:\/home|\/Users)\/[\w.-]+|[A-Z]:\\Users\\/;
/** What stands before a path, and not inside one. */
const opened = [' ', '"', "'", '`', '='];
const secrets = /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----|\bAKIA[0-9A-Z]{16}\b|\bgh[pousr]_\w{36}\b/;

function reasonAgainst(line: string, path: string, root: string): string | undefined {
  if (
    line.includes(root) ||
    opened.some((quote) => line.includes(`${quote}${homedir()}/`)) ||
    personal.test(line)
  )
    return 'a path of one machine';
  if (secrets.test(line)) return 'a secret';
  if (path === 'package-lock.json' && line.includes('"resolved": "http'))
    return 'a package tied to one registry';
  if (path.endsWith('.npmrc') && /^[^=]*\bregistry\s*=/.test(line)) return 'a registry of one machine';
  return undefined;
}

/** @param root of the repository on this machine, which must not be named in it */
export function portabilityFaults(sources: readonly Source[], root: string): string[] {
  return sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const reason = reasonAgainst(line, path, root);
      return reason ? [`${path}:${index + 1}: ${reason}`] : [];
    }),
  );
}
