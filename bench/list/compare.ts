import { median, timed, type BenchRow } from '../row.ts';

const settings = { warm: 3, rounds: 15 } as const;

/** A page with the number of all rows. */
export type Found = Promise<{ rows: { oid: string }[]; total: number }>;

/**
 * Both sides in turn, so that a busy moment of the machine meets both.
 * @throws when they find other rows
 */
export async function compare(row: string, ours: () => Found, peer: () => Found): Promise<BenchRow> {
  const [one, other] = [await ours(), await peer()];
  const oids = (rows: { oid: string }[]): string => rows.map(({ oid }) => oid).join();
  if (one.total !== other.total || oids(one.rows) !== oids(other.rows)) throw new Error('the lists differ');
  const times = { ours: [] as number[], peer: [] as number[] };
  for (let round = 0; round < settings.warm + settings.rounds; round += 1) {
    const [peerTime, ourTime] = [await timed(peer), await timed(ours)];
    if (round < settings.warm) continue;
    times.peer.push(peerTime);
    times.ours.push(ourTime);
  }
  const ratio = median(times.ours) / median(times.peer);
  return {
    row,
    ours: `${median(times.ours).toFixed(1)} ms`,
    peer: `${median(times.peer).toFixed(1)} ms`,
    ratio,
    reach: '≤ 1.3×',
    pass: ratio <= 1.3,
  };
}
