import {
  factoryAppearance,
  imageOf,
  appearanceFaults,
  ownTilesOf,
  tileOrigin,
  type AppearanceSettings,
  type MapSettings,
  type PastAppearance,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  insertVersion,
  lockVersions,
  newestVersions,
  pastVersions,
  type AppearanceKind,
  type AppearanceVersion,
} from './appearance.store.ts';
import type { Uploads } from './uploads.ts';
import { imageById, tilesById } from './upload.store.ts';

export interface AppearanceDeps {
  runtime: Pick<Runtime, 'db' | 'newOid' | 'serverTime'>;
  audit: AuditLog;
  uploads: Uploads;
}

/** What files show of an organisation's look. */
export interface FileLook {
  /** `#rrggbb`; null: none was chosen. */
  accentColor: string | null;
  /** Null: it has none. */
  logoKey: string | null;
}

/** Fields that a call gives. Missing ones stay as they are. */
export type AppearanceChange = {
  [Field in keyof AppearanceSettings]?: AppearanceSettings[Field] | undefined;
};

const firstVersion: AppearanceVersion = { version: 0, settings: factoryAppearance };

const given = (change: AppearanceChange): Partial<AppearanceSettings> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));

const trimmed = (settings: AppearanceSettings): AppearanceSettings => ({
  ...settings,
  pcName: settings.pcName.trim(),
  url: settings.url.trim(),
});

const differing = (before: AppearanceSettings, after: AppearanceSettings): Partial<AppearanceSettings> =>
  Object.fromEntries(
    Object.entries(after).filter(([field, value]) => before[field as keyof AppearanceSettings] !== value),
  );

const requireSound = (settings: AppearanceSettings): void => {
  const [fault] = appearanceFaults(settings);
  if (fault) throw invalidField(fault.field, fault.rule, fault.values);
};

/** Pictures and map files of others are as if they were not there. */
const requireOwn = async (trx: DbOrTrx, groupRoot: string, settings: AppearanceSettings): Promise<void> => {
  for (const field of ['backgroundPIC', 'logoPIC'] as const) {
    const image = imageOf(settings[field] ?? '');
    if (image !== null && (await imageById(trx, image))?.groupRoot !== groupRoot)
      throw invalidField(field, 'unknownValue');
  }
  const tiles = ownTilesOf(settings.url);
  if (tiles !== null && !(await tilesById(trx, groupRoot, tiles))) throw invalidField('url', 'unknownValue');
};

interface Step {
  kind: AppearanceKind;
  origin: PastAppearance['origin'];
  action: string;
  /** Version that the member looked at. */
  seen?: number | undefined;
  next(newest: readonly AppearanceVersion[]): AppearanceSettings;
}

/** Makes a look the one in force. What changes nothing leaves no version. */
async function changeAppearance(
  { runtime, audit, uploads }: AppearanceDeps,
  context: CallContext,
  step: Step,
): Promise<AppearanceVersion> {
  const { caller } = context;
  const made = await runtime.db.transaction().execute(async (trx) => {
    await lockVersions(trx, caller.groupRoot);
    const newest = await newestVersions(trx, caller.groupRoot, step.kind, 2);
    const current = newest[0] ?? firstVersion;
    if (step.seen !== undefined && step.seen !== current.version)
      throw new Refusal('conflict', { data: { version: current.version } });
    const settings = trimmed(step.next(newest));
    const changed = differing(current.settings, settings);
    if (Object.keys(changed).length === 0 && (current.version > 0 || step.kind === 'console')) return current;
    requireSound(settings);
    await requireOwn(trx, caller.groupRoot, settings);
    const version = current.version + 1;
    await insertVersion(trx, {
      oid: runtime.newOid(),
      groupRoot: caller.groupRoot,
      kind: step.kind,
      version,
      settings,
      origin: step.origin,
      memberOID: caller.memberOID,
      at: new Date(Math.round(runtime.serverTime())),
    });
    await audit.done(trx, context, step.action, { version, changed });
    return { version, settings };
  });
  await uploads.cleanUp(caller.groupRoot);
  return made;
}

export function createAppearanceService(deps: AppearanceDeps) {
  const { db } = deps.runtime;
  const change = (context: CallContext, step: Step) => changeAppearance(deps, context, step);

  const inForce = async (groupRoot: string, kind: AppearanceKind = 'console'): Promise<AppearanceVersion> =>
    (await newestVersions(db, groupRoot, kind, 1))[0] ?? firstVersion;

  return {
    inForce,
    edit: (context: CallContext, request: AppearanceChange, seen: number | undefined) =>
      change(context, {
        kind: 'console',
        origin: 'edit',
        action: 'appearance.edit',
        seen,
        next: ([current = firstVersion]) => ({ ...current.settings, ...given(request) }),
      }),
    restore: (context: CallContext, to: 'last' | 'factory', seen: number | undefined) =>
      change(context, {
        kind: 'console',
        origin: to,
        action: 'appearance.restore',
        seen,
        next: ([current, last = firstVersion]) => {
          if (to === 'factory') return factoryAppearance;
          if (!current) throw new Refusal('noEarlierLook');
          return last.settings;
        },
      }),
    /** The large screens begin as the console looks. */
    saveScreen: async (context: CallContext, request: AppearanceChange, seen: number | undefined) => {
      const console = (await inForce(context.caller.groupRoot)).settings;
      return change(context, {
        kind: 'screen',
        origin: 'edit',
        action: 'appearance.saveScreen',
        seen,
        next: ([current]) => ({ ...(current?.settings ?? console), ...given(request) }),
      });
    },
    /** Null: none was saved, and screens look as the console does. */
    screenOf: async (groupRoot: string): Promise<AppearanceVersion | null> =>
      (await newestVersions(db, groupRoot, 'screen', 1))[0] ?? null,
    history: (caller: Caller, page: { pageNum: number; pageSize: number }) => pastVersions(db, caller, page),
    /** How files of an organisation look: the key of its logo among the objects, and its accent colour. */
    fileLookOf: async (groupRoot: string): Promise<FileLook> => {
      const { logoPIC, accentColor } = (await inForce(groupRoot)).settings;
      const id = imageOf(logoPIC ?? '');
      const image = id === null ? undefined : await imageById(db, id);
      return { accentColor, logoKey: image?.groupRoot === groupRoot ? image.objectKey : null };
    },
    /** The map's part of a look, and which levels an uploaded map file has. */
    mapOf: async (groupRoot: string, settings: AppearanceSettings): Promise<MapSettings> => {
      const { longitude, latitude, levelMAX, levelMIN, level, url } = settings;
      const id = ownTilesOf(url);
      const tiles = id === null ? undefined : await tilesById(db, groupRoot, id);
      const tileLevels = tiles ? { min: tiles.levelMin, max: tiles.levelMax } : null;
      return { longitude, latitude, levelMAX, levelMIN, level, url, tileLevels };
    },
    /** Where browsers of this organisation fetch tiles from, beside us. */
    tileOriginsOf: async (groupRoot: string): Promise<string[]> => {
      const origin = tileOrigin((await inForce(groupRoot)).settings.url);
      return origin === null ? [] : [origin];
    },
  };
}
export type AppearanceService = ReturnType<typeof createAppearanceService>;
