import { sql } from 'kysely';

/**
 * An expression for a statement that writes: its transaction ends without waiting for the disk. Others see it at once, and
 * it is on the disk with the next transaction that waits. For what may be lost with a crash of the database as long as
 * nothing after it was stored.
 */
export const flushedLater = sql<string>`set_config('synchronous_commit', 'off', true)`;
