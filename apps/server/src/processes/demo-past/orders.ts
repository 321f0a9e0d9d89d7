import type { PastFinding } from './findings.ts';
import { at, day, type PastMaker, type Rows } from './place.ts';
import type { Word } from './words.ts';

type State = 'unassigned' | 'ignored' | 'toBeClaimed' | 'inProcess' | 'done' | 'rejected';
interface Move {
  move: 'add' | 'assign' | 'ignore' | 'claim' | 'complete' | 'reject';
  to: State;
}

const ways: Readonly<Record<State, readonly Move[]>> = {
  unassigned: [],
  ignored: [{ move: 'ignore', to: 'ignored' }],
  toBeClaimed: [{ move: 'assign', to: 'toBeClaimed' }],
  inProcess: [
    { move: 'assign', to: 'toBeClaimed' },
    { move: 'claim', to: 'inProcess' },
  ],
  rejected: [
    { move: 'assign', to: 'toBeClaimed' },
    { move: 'reject', to: 'rejected' },
  ],
  done: [
    { move: 'assign', to: 'toBeClaimed' },
    { move: 'claim', to: 'inProcess' },
    { move: 'complete', to: 'done' },
  ],
};
const reasons: Partial<Readonly<Record<State, Word>>> = {
  ignored: 'notWorthIt',
  rejected: 'notOurs',
  done: 'repaired',
};

/** How an order stands by its age: nothing of an earlier month is left open. */
const stateOf = ({ chance, now }: PastMaker, foundAt: number): State => {
  const days = (now - foundAt) / day;
  const part = chance.share();
  const monthAgo = new Date(now).getUTCMonth() !== new Date(foundAt).getUTCMonth();
  if (days > 20 || monthAgo) return part < 0.1 ? 'ignored' : 'done';
  if (days > 7) return part < 0.6 ? 'done' : part < 0.85 ? 'inProcess' : 'toBeClaimed';
  if (part < 0.35) return 'unassigned';
  return part < 0.65 ? 'toBeClaimed' : part < 0.9 ? 'inProcess' : 'rejected';
};

/** Orders from confirmed findings, each with the moves that brought it where it stands. */
export function orderRows(maker: PastMaker, findings: readonly PastFinding[]): Rows[] {
  const { place, newOid, chance, say, now } = maker;
  const moves: Record<string, unknown>[] = [];
  const orders = findings
    .filter(({ verdict }) => verdict === 'confirmed' && chance.happens(0.6))
    .map(({ oid: outcome, photo, word, judgedAt, foundAt }, index) => {
      const oid = newOid();
      const state = stateOf(maker, foundAt);
      const steps = ways[state];
      const reason = reasons[state];
      const step = Math.min(day * 1.5, (now - judgedAt) / (steps.length + 1));
      const momentOf = (turn: number): string => at(judgedAt + step * turn);
      const assigned = steps.some(({ move }) => move === 'assign') ? place.people.operator : null;
      let from: State | null = null;
      for (const [turn, { move, to }] of [{ move: 'add', to: 'unassigned' } as const, ...steps].entries()) {
        moves.push({
          oid: newOid(),
          order_oid: oid,
          member_oid: ['claim', 'complete', 'reject'].includes(move)
            ? place.people.operator
            : place.people.auditor,
          at: momentOf(turn),
          move,
          from_state: from,
          to_state: to,
          reason: turn === steps.length && reason ? say(reason) : '',
          assignee_oid: move === 'assign' ? assigned : null,
          media_oids: [],
        });
        from = to;
      }
      const claimed = steps.findIndex(({ move }) => move === 'claim') + 1;
      return {
        oid,
        group_root: place.groupRoot,
        group_oid: place.groupOID,
        name: `${say(word)} ${String(index + 1).padStart(3, '0')}`,
        class: say(word),
        state,
        outcome_oid: outcome,
        media_oid: photo.oid,
        flight_oid: photo.flight.oid,
        lng: photo.picture.lng,
        lat: photo.picture.lat,
        assignee_oid: assigned,
        claimed_by: claimed > 0 ? place.people.operator : null,
        claimed_at: claimed > 0 ? momentOf(claimed) : null,
        completed_at: state === 'done' ? momentOf(steps.length) : null,
        result: state === 'done' ? say('repaired') : '',
        created_by: place.people.auditor,
        created_at: at(judgedAt),
      };
    });
  return [
    { table: 'work_order', rows: orders },
    { table: 'work_order_move', rows: moves },
  ];
}
