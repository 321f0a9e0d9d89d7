import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/** More than anybody repairs: what is kept stays small. */
const most = 10_000;

/** What people repaired in the land, for all aircraft that fly over it. */
export class Repairs {
  private readonly path: string | null;
  private readonly at: Map<string, number>;

  /** @param path file in which it outlasts the simulator; null: it is forgotten with it */
  constructor(path: string | null = null) {
    this.path = path;
    this.at = new Map(Object.entries(path === null ? {} : readRepairs(path)));
  }

  /** Names of the faults that are whole now. */
  all(): readonly string[] {
    return [...this.at.keys()];
  }

  /** When a fault was repaired, ms; null: it is broken. */
  since(id: string): number | null {
    return this.at.get(id) ?? null;
  }

  /** From `at` on (ms) it is whole. @returns false where it was, or where too many are */
  repair(id: string, at: number): boolean {
    if (this.at.has(id) || this.at.size >= most) return false;
    this.at.set(id, at);
    this.keep();
    return true;
  }

  /** It is as it was before its repair. @returns false where it was not repaired */
  breakAgain(id: string): boolean {
    if (!this.at.delete(id)) return false;
    this.keep();
    return true;
  }

  private keep(): void {
    if (this.path === null) return;
    writeFileSync(`${this.path}.new`, JSON.stringify(Object.fromEntries(this.at)), { mode: 0o600 });
    renameSync(`${this.path}.new`, this.path);
  }
}

/** A file that is not there, or is cut off, says that nothing was repaired. */
function readRepairs(path: string): Record<string, number> {
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((one): one is [string, number] => Number.isFinite(one[1])),
    );
  } catch {
    return {};
  }
}
