import {
  factoryLook,
  imageOf,
  lookFaults,
  ownTilesOf,
  tileOrigin,
  type Look,
  type MapSettings,
  type PastLook,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  insertLook,
  lockLooks,
  newestLooks,
  pastLooks,
  type LookKind,
  type VersionOfLook,
} from './look.store.ts';
import type { Uploads } from './uploads.ts';
import { imageById, tilesById } from './upload.store.ts';

export interface LookDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  uploads: Uploads;
}

/** Fields that a call gives. Missing ones stay as they are. */
export type LookChange = { [Field in keyof Look]?: Look[Field] | undefined };

const noLook: VersionOfLook = { version: 0, look: factoryLook };

const given = (change: LookChange): Partial<Look> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const tidy = (look: Look): Look => ({ ...look, pcName: look.pcName.trim(), url: look.url.trim() });

const differing = (before: Look, after: Look): Partial<Look> =>
  Object.fromEntries(Object.entries(after).filter(([field, value]) => before[field as keyof Look] !== value));

const requireSound = (look: Look): void => {
  const [fault] = lookFaults(look);
  if (fault) throw invalidField(fault.field, fault.rule, fault.values);
};

/** Pictures and map files of others are as if they were not there. */
const requireOwn = async (trx: DbOrTrx, groupRoot: string, look: Look): Promise<void> => {
  const image = look.backgroundPIC === null ? null : imageOf(look.backgroundPIC);
  if (image !== null && (await imageById(trx, image))?.groupRoot !== groupRoot)
    throw invalidField('backgroundPIC', 'unknownValue');
  const tiles = ownTilesOf(look.url);
  if (tiles !== null && !(await tilesById(trx, groupRoot, tiles))) throw invalidField('url', 'unknownValue');
};

interface Step {
  kind: LookKind;
  origin: PastLook['origin'];
  action: string;
  /** Version that the member looked at. */
  seen?: number | undefined;
  next(newest: readonly VersionOfLook[]): Look;
}

/** Makes a look the one in force. What changes nothing leaves no version. */
async function changeLook(
  { runtime, audit, uploads }: LookDeps,
  context: CallContext,
  step: Step,
): Promise<VersionOfLook> {
  const { caller } = context;
  const made = await runtime.db.transaction().execute(async (trx) => {
    await lockLooks(trx, caller.groupRoot);
    const newest = await newestLooks(trx, caller.groupRoot, step.kind, 2);
    const current = newest[0] ?? noLook;
    if (step.seen !== undefined && step.seen !== current.version)
      throw new Refusal('conflict', { data: { version: current.version } });
    const look = tidy(step.next(newest));
    const changed = differing(current.look, look);
    if (Object.keys(changed).length === 0 && (current.version > 0 || step.kind === 'console')) return current;
    requireSound(look);
    await requireOwn(trx, caller.groupRoot, look);
    const version = current.version + 1;
    await insertLook(trx, {
      oid: runtime.newOid(),
      groupRoot: caller.groupRoot,
      kind: step.kind,
      version,
      look,
      origin: step.origin,
      memberOID: caller.memberOID,
      at: new Date(Math.round(runtime.serverTime())),
    });
    await audit.done(trx, context, step.action, { version, changed });
    return { version, look };
  });
  await uploads.tidyUp(caller.groupRoot);
  return made;
}

export function createLooks(deps: LookDeps) {
  const { db } = deps.runtime;
  const change = (context: CallContext, step: Step) => changeLook(deps, context, step);

  const inForce = async (groupRoot: string, kind: LookKind = 'console'): Promise<VersionOfLook> =>
    (await newestLooks(db, groupRoot, kind, 1))[0] ?? noLook;

  return {
    inForce,
    edit: (context: CallContext, request: LookChange, seen: number | undefined) =>
      change(context, {
        kind: 'console',
        origin: 'edit',
        action: 'appearance.edit',
        seen,
        next: ([current = noLook]) => ({ ...current.look, ...given(request) }),
      }),
    restore: (context: CallContext, to: 'last' | 'factory', seen: number | undefined) =>
      change(context, {
        kind: 'console',
        origin: to,
        action: 'appearance.restore',
        seen,
        next: ([current, last = noLook]) => {
          if (to === 'factory') return factoryLook;
          if (!current) throw new Refusal('noEarlierLook');
          return last.look;
        },
      }),
    /** The large screens begin as the console looks. */
    saveScreen: async (context: CallContext, request: LookChange, seen: number | undefined) => {
      const console = (await inForce(context.caller.groupRoot)).look;
      return change(context, {
        kind: 'screen',
        origin: 'edit',
        action: 'appearance.saveScreen',
        seen,
        next: ([current]) => ({ ...(current?.look ?? console), ...given(request) }),
      });
    },
    screenOf: async (groupRoot: string): Promise<Look | null> =>
      (await newestLooks(db, groupRoot, 'screen', 1))[0]?.look ?? null,
    history: (caller: Caller, page: { pageNum: number; pageSize: number }) =>
      pastLooks(db, caller.groupRoot, page),
    /** The map's part of a look, and which levels an uploaded map file has. */
    mapOf: async (groupRoot: string, look: Look): Promise<MapSettings> => {
      const { longitude, latitude, levelMAX, levelMIN, level, url } = look;
      const id = ownTilesOf(url);
      const tiles = id === null ? undefined : await tilesById(db, groupRoot, id);
      const tileLevels = tiles ? { min: tiles.levelMin, max: tiles.levelMax } : null;
      return { longitude, latitude, levelMAX, levelMIN, level, url, tileLevels };
    },
    /** Where browsers of this organisation fetch tiles from, beside us. */
    tileOriginsOf: async (groupRoot: string): Promise<string[]> => {
      const origin = tileOrigin((await inForce(groupRoot)).look.url);
      return origin === null ? [] : [origin];
    },
  };
}
export type Looks = ReturnType<typeof createLooks>;
