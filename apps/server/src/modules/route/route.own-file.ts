import type { RoutePlan } from '@eyrie/domain';
import { setAircraft } from '@eyrie/planner';
import type { CallContext } from '../../platform/http/endpoint.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { MakeQuestion } from './made-route.ts';
import { packQuestion } from './maker-question.ts';
import type { JudgedRoute } from './parsed-route.ts';
import type { RouteDeps } from './route.deps.ts';
import { withBefore, type RouteJudge } from './route.judge.ts';
import { versionOf } from './route-version.store.ts';

/** For what a file is made that the plan has otherwise. */
type Other = Pick<MakeQuestion['facts'], 'drone' | 'payload' | 'version'>;

/** The plan as the file for another aircraft, camera or version of the format has it. */
function planFor(plan: RoutePlan, { drone, payload, version }: Other): RoutePlan {
  const flown = drone === undefined ? plan : setAircraft(plan, drone);
  const { settings } = flown;
  return {
    ...flown,
    settings: {
      ...settings,
      payload: payload === undefined ? settings.payload : { ...settings.payload, type: payload },
      wpmlVersion: version ?? settings.wpmlVersion,
    },
  };
}

/** Files of plans that were drawn here: they are handed out with their plan, and come back as what they were. */
export function createOwnFiles(
  { runtime: { db, serverTime }, maker }: Pick<RouteDeps, 'runtime' | 'maker'>,
  judge: RouteJudge,
) {
  return {
    /** The file of the last version with its plan beside it; that of an imported route as it is. */
    async dressed(oid: string, bytes: Uint8Array, other: Other = {}): Promise<Uint8Array> {
      const last = await versionOf(db, oid, null);
      if (!last?.plan || last.originKey !== null) return bytes;
      const plan = planFor(last.plan, other);
      const question = packQuestion({ kind: 'dress', plan, origin: bytes });
      const answer = await maker.parse(question).catch((error: unknown) => {
        // Whoever needs the file now gets it; without its plan it flies the same.
        if (error instanceof Refusal) return { ok: true as const, dressed: bytes };
        throw error;
      });
      if (!answer.ok || !('dressed' in answer)) throw new Error('the route writer answered another question');
      return answer.dressed;
    },

    /**
     * What an uploaded file is by the plan that it brings, made anew from that plan; null where the file flies anything else, so
     * that it is taken as one from elsewhere. Nothing of its own bytes is kept.
     */
    async again(
      plan: RoutePlan,
      { origin, name }: { origin: Uint8Array; name: string },
      { caller }: Pick<CallContext, 'caller'>,
    ): Promise<{ bytes: Uint8Array; route: JudgedRoute } | null> {
      const { around, sight } = await judge.around(caller, {
        plan,
        groupOID: caller.groupOID,
        before: null,
      });
      const facts = { name, author: caller.name, createdAt: Math.round(serverTime()) };
      const question = packQuestion({ kind: 'again', plan, facts, around, origin });
      const answer = await maker.parse(question).catch((error: unknown) => {
        // A plan that asks for too much to be made is not believed; what its file says was read.
        if (error instanceof Refusal && error.reason === 'kmzTooBig') return null;
        throw error;
      });
      if (!answer?.ok || !('bytes' in answer)) return null;
      return {
        bytes: answer.bytes,
        route: withBefore(answer.route, { before: null, sight, same: false }),
      };
    },
  };
}
export type OwnFiles = ReturnType<typeof createOwnFiles>;
