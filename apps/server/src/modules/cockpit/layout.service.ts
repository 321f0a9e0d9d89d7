import {
  arrangedPages,
  factoryLayout,
  keptLayout,
  screenShapes,
  type screenLayoutCalls,
  type ScreenLayout,
  type ScreenLayoutRecord,
  type ParsedRequestOf,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { invalidField, notFound, Refusal } from '../../platform/http/refusal.ts';
import type { DbOrTrx, Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import {
  displayOfMember,
  displaysShowing,
  keep,
  keptOf,
  lockLayouts,
  type LayoutOf,
  type KeptRow,
} from './layout.store.ts';
import type { SessionRoom } from '../session/index.ts';
import { displays } from './display.store.ts';

export interface LayoutDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime'>;
  audit: AuditLog;
  session: Pick<SessionRoom, 'notifyMemberChanged'>;
}

type Asked = Pick<ParsedRequestOf<typeof screenLayoutCalls.save>, 'page' | 'displayOID'>;

/** Of what another release wrote, what this one knows; where nothing of it can be shown, it is as if nothing was kept. */
const readKept = (row: KeptRow | undefined): ScreenLayout | null =>
  keptLayout.safeParse(row?.layout).data ?? null;

/** What applies: its own, else that of the organisation, else that of the product. */
async function inForce(db: DbOrTrx, of: LayoutOf): Promise<ScreenLayoutRecord> {
  const own = await keptOf(db, of);
  const shared = of.displayOID === undefined ? own : await keptOf(db, { ...of, displayOID: undefined });
  const [ownKept, sharedKept] = [readKept(own), readKept(shared)];
  const row = ownKept ? own : sharedKept ? shared : undefined;
  const whose = ownKept && of.displayOID !== undefined ? 'display' : sharedKept ? 'organisation' : 'product';
  return {
    page: of.page,
    of: whose,
    version: own?.version ?? 0,
    changedBy: row?.changedBy ?? null,
    changedAt: row?.changedAt.getTime() ?? null,
    ...structuredClone(ownKept ?? sharedKept ?? factoryLayout[of.page]),
  } as ScreenLayoutRecord;
}

/** Whether the screen that a display shows now has the picture wall, in either shape; false for people. */
export async function showsPictures(
  db: DbOrTrx,
  { groupRoot, memberOID, resources, readOnly }: Caller,
): Promise<boolean> {
  if (readOnly !== true) return false;
  const displayOID = await displayOfMember(db, groupRoot, memberOID);
  if (displayOID === undefined) return false;
  for (const page of arrangedPages) {
    if (!resources.has(page)) continue;
    const layout = await inForce(db, { groupRoot, displayOID, page });
    if (screenShapes.some((shape) => layout[shape].some(({ panel }) => panel === 'pictures'))) return true;
  }
  return false;
}

/** Which panels screens show and where. */
export function createLayouts({ runtime: { db, serverTime }, audit, session }: LayoutDeps) {
  const change = async (
    asked: Asked & { version: number },
    layout: ScreenLayout | null,
    context: CallContext,
  ): Promise<ScreenLayoutRecord> => {
    const { groupRoot, memberOID } = context.caller;
    const of = { groupRoot, displayOID: asked.displayOID, page: asked.page };
    await db.transaction().execute(async (trx) => {
      await lockLayouts(trx, groupRoot);
      const [display] =
        asked.displayOID === undefined
          ? []
          : await displays.lock(trx, { caller: context.caller }, [asked.displayOID]);
      if (asked.displayOID !== undefined && !display) throw notFound();
      if (display && display.page !== asked.page)
        throw invalidField('page', 'unknownValue', { value: asked.page, allowed: display.page });
      const version = (await keptOf(trx, of))?.version ?? 0;
      if (version !== asked.version) throw new Refusal('conflict', { data: { version } });
      const at = new Date(Math.round(serverTime()));
      await keep(trx, of, { version: version + 1, layout, memberOID, at });
      // What a display may watch follows from its layout: pictures that it watches are asked about again.
      for (const shown of await displaysShowing(trx, of)) await session.notifyMemberChanged(trx, shown);
      await audit.done(trx, context, layout ? 'cockpit.arrange' : 'cockpit.reset', {
        ...(display ? { oid: display.oid, name: display.name } : {}),
        page: asked.page,
        version: version + 1,
      });
    });
    return inForce(db, of);
  };

  return {
    async get(
      { page, displayOID }: ParsedRequestOf<typeof screenLayoutCalls.get>,
      { caller }: CallContext,
    ): Promise<ScreenLayoutRecord> {
      const { groupRoot, memberOID } = caller;
      if (displayOID !== undefined && !(await displays.byOid(db, { caller }, displayOID))) throw notFound();
      const own = displayOID ?? (await displayOfMember(db, groupRoot, memberOID));
      return inForce(db, { groupRoot, displayOID: own, page });
    },
    /** @throws Refusal `conflict` where another version is in force by now */
    save: (
      { theme, tourEvery, mapMode, wide, double, ...asked }: ParsedRequestOf<typeof screenLayoutCalls.save>,
      context: CallContext,
    ) => change(asked, { theme, tourEvery, mapMode, wide, double }, context),
    reset: (asked: ParsedRequestOf<typeof screenLayoutCalls.reset>, context: CallContext) =>
      change(asked, null, context),
  };
}
