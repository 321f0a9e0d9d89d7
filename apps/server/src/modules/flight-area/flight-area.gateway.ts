import { limits } from '@eyrie/domain';
import { areaProgressOf, flightAreasUpdate, type DeviceMessage } from '@eyrie/dji';
import type { Runtime } from '../../platform/runtime.ts';
import type { CommandPlan, PlanContext } from '../command/index.ts';
import { dockOnline, isHeld, statusOf, type DockIdentity, type DockLink } from '../dock/index.ts';
import { rulesFor } from '../region/index.ts';
import { areaFileOf } from './flight-area.file.ts';
import { areaRow, forgetAreas, moveAreas, waitingAreas, type AreaRow } from './flight-area.store.ts';

/** A file as a dock is offered it. */
export interface OfferedFile {
  name: string;
  url: string;
  checksum: string;
  size: number;
}

export interface FlightAreaGatewayDeps {
  objects: {
    write(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
    address(key: string, ttl: number): Promise<string>;
  };
  order(dock: DockIdentity, request: { memberOID: string; key: string }): Promise<void>;
  publish(groupRoot: string, groupOID: string): void;
}

/** A dock powers its aircraft to synchronise it: only at rest, with the aircraft inside. */
const atRest = (link: DockLink, now: number): boolean => {
  const { workState, droneInDock } = statusOf(link, now);
  return (
    !link.controller &&
    !link.open &&
    dockOnline(link, now) &&
    workState === 'idle' &&
    droneInDock === true &&
    link.flightOID === null
  );
};

/** After a refusal a dock is left alone for so long, ms. */
const again = 60_000;

/** How a dock learns that its areas are others. What becomes of it, its own events say. */
export const flightAreaPlans = ({ db, serverTime }: Pick<Runtime, 'db' | 'serverTime'>) => ({
  flightAreasUpdate: {
    refuse: ({ link, now }: PlanContext) => (atRest(link, now) ? null : ({ reason: 'dockBusy' } as const)),
    steps: async () => [async () => ({ service: flightAreasUpdate(), ack: limits.command.ack, bid: null })],
    async settled({ link }: PlanContext, state) {
      if (state === 'succeeded' || state === 'accepted') return;
      const row = await areaRow(db, link.dock.oid);
      // Not taken: it waits on, and is ordered again when some time has passed.
      if (row?.state === 'synchronising')
        await moveAreas(db, row, { state: 'pending', changed_at: new Date(Math.round(serverTime())) });
    },
  } satisfies CommandPlan,
});

/** Gives docks their areas: orders those that wait, answers what they ask, and notes what they report. */
export function createFlightAreaGateway(
  { db, serverTime, clock, log }: Pick<Runtime, 'db' | 'serverTime' | 'clock' | 'log'>,
  { objects, order, publish }: FlightAreaGatewayDeps,
) {
  const now = (): Date => new Date(Math.round(serverTime()));
  const move = async (
    link: DockLink,
    row: AreaRow,
    change: Omit<Parameters<typeof moveAreas>[2], 'changed_at'>,
  ): Promise<void> => {
    if (await moveAreas(db, row, { ...change, changed_at: now() }))
      publish(link.dock.groupRoot, link.dock.groupOID);
  };

  /** The file of a dock as its regions are now, stored where the dock can fetch it. Null: there is nothing to give. */
  const made = async (link: DockLink, row: AreaRow): Promise<OfferedFile | null> => {
    const { file, unfit } = areaFileOf(await rulesFor(db, link.dock.groupOID), now().getTime());
    if (unfit.length > 0) {
      await move(link, row, { state: 'failed', reason: null });
      return null;
    }
    // Nothing is erased because nothing is left: somebody has to say so.
    if (!file) {
      await move(link, row, { state: 'nothingLeft', reason: null });
      return null;
    }
    const key = `areas/${link.dock.oid}/${file.name}`;
    await objects.write(key, file.bytes, 'application/json');
    const size = file.bytes.byteLength;
    const stored = {
      object_key: key,
      file_name: file.name,
      checksum: file.checksum,
      size,
      areas: file.areas,
    };
    const state = row.checksum === file.checksum && row.state === 'done' ? 'done' : 'synchronising';
    await move(link, row, { state, ...stored, ...(state === 'done' ? {} : { sent_at: now() }) });
    return {
      name: file.name,
      url: await objects.address(key, limits.flightArea.addressLife),
      checksum: file.checksum,
      size,
    };
  };

  /** Orders one dock that waits, or gives one up that fell silent in the middle. */
  const orderOne = async (link: DockLink, row: AreaRow): Promise<void> => {
    const since = row.sent_at === null ? Infinity : now().getTime() - row.sent_at.getTime();
    if (row.state === 'synchronising') {
      if (since > limits.flightArea.silence) await move(link, row, { state: 'failed', reason: null });
      return;
    }
    if (since < again || !atRest(link, clock.mono()) || isHeld(link, clock.mono())) return;
    if (!row.erases) {
      const { file, unfit } = areaFileOf(await rulesFor(db, link.dock.groupOID), now().getTime());
      if (unfit.length > 0) return move(link, row, { state: 'failed', reason: null });
      if (!file) return move(link, row, { state: 'nothingLeft', reason: null });
    }
    await move(link, row, { state: 'synchronising', sent_at: now(), reason: null });
    const key = `areas-${row.wanted_at.getTime()}-${now().getTime()}`;
    await order(link.dock, { memberOID: row.member_oid, key });
  };

  return {
    /** Looks after the docks of this gateway. */
    async look(links: readonly DockLink[]): Promise<void> {
      const byOid = new Map(links.map((link) => [link.dock.oid, link]));
      for (const row of await waitingAreas(db, [...byOid.keys()])) {
        const link = byOid.get(row.dock_oid);
        if (link)
          await orderOne(link, row).catch((error: unknown) =>
            log.warn({ err: error }, 'flight areas not sent'),
          );
      }
    },

    /** What a dock is answered that asks for its areas; null: it keeps what it has. An empty list erases all. */
    async filesFor(link: DockLink): Promise<readonly OfferedFile[] | null> {
      const row = await areaRow(db, link.dock.oid);
      if (!row) return null;
      if (row.erases) return [];
      const file = await made(link, row);
      return file && [file];
    },

    /** A dock reports how far it is. */
    async progressed(link: DockLink, message: DeviceMessage): Promise<void> {
      const progress = areaProgressOf(message.data);
      const row = progress && (await areaRow(db, link.dock.oid));
      if (!progress || !row) return;
      if (progress.state === 'failed') return move(link, row, { state: 'failed', reason: progress.reason });
      if (progress.state === 'synchronising') {
        if (row.state === 'pending' || row.state === 'synchronising')
          await move(link, row, { state: 'synchronising', reason: null, sent_at: now() });
        return;
      }
      if (row.erases) {
        await forgetAreas(db, row);
        return publish(link.dock.groupRoot, link.dock.groupOID);
      }
      // Of another file it says nothing about this one.
      const ours =
        (progress.checksum === null || progress.checksum === row.checksum) &&
        (progress.name === null || progress.name === row.file_name);
      if (ours && row.state === 'synchronising') await move(link, row, { state: 'done', reason: null });
    },
  };
}
export type FlightAreaGateway = ReturnType<typeof createFlightAreaGateway>;
