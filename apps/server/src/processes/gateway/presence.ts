import { limits } from '@eyrie/domain';
import type { AuditLog } from '../../modules/audit-log/index.ts';
import type { ConnectionNotes } from '../../modules/connection/index.ts';
import { dockOnline, droneOnline, forgetHello, type DockLink } from '../../modules/dock/index.ts';
import type { ClientNotice } from '../../platform/mqtt/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { LinkTable } from './link-table.ts';

export interface PresenceDependencies {
  table: LinkTable;
  audit: AuditLog;
  /** Publishes and stores what is known of a dock now. */
  present(link: DockLink): void;
  droneGone(link: DockLink): void;
  connections: Pick<ConnectionNotes, 'connected' | 'denied' | 'disconnected'>;
  /** Notifies those in charge of a dock. */
  alarm(dockOID: string, kind: 'dockTwin'): Promise<void>;
}

/** Who is there: by what the broker says of connections, and by how long ago each was heard. */
export const createPresence = (runtime: Runtime, deps: PresenceDependencies) => {
  const twinReported = new WeakMap<DockLink, number>();
  const wasOnline = new WeakMap<DockLink, { dock: boolean; drone: boolean }>();

  /** Publishes when a dock or aircraft came or went; live values go with it. */
  const check = (link: DockLink, now: number): void => {
    const is = { dock: dockOnline(link, now), drone: droneOnline(link, now) };
    const was = wasOnline.get(link);
    wasOnline.set(link, is);
    if (was && was.dock === is.dock && was.drone === is.drone) return;
    if (was?.drone && !is.drone) deps.droneGone(link);
    deps.present(link);
  };

  const noticed = (payload: Buffer): void => {
    let notice: ClientNotice;
    try {
      notice = JSON.parse(payload.toString()) as ClientNotice;
    } catch {
      return;
    }
    const link = deps.table.ofSn(notice.sn);
    if (!link) return;
    const signIn = { protocol: notice.protocol ?? null, tls: notice.tls ?? null };
    if (notice.event === 'twinRefused') {
      deps.connections.denied(link.dock.oid, 'twin', signIn, 2);
      const now = runtime.clock.mono();
      runtime.log.warn({ dock: notice.sn }, 'a second device with the identity of a dock was refused');
      // It connects again and again.
      if (now - (twinReported.get(link) ?? -Infinity) < limits.dock.twinReportEvery) return;
      twinReported.set(link, now);
      void runtime.db
        .transaction()
        .execute((trx) =>
          deps.audit.write(trx, {
            groupRoot: link.dock.groupRoot,
            memberOID: null,
            sessionOID: null,
            address: null,
            dockOID: link.dock.oid,
            action: 'dock.twinRefused',
            outcome: 'refused',
            detail: { sn: notice.sn },
          }),
        )
        .then(() => (link.controller ? undefined : deps.alarm(link.dock.oid, 'dockTwin')))
        .catch((error: unknown) => runtime.log.error({ err: error }, 'twin not notified'));
      return;
    }
    if (notice.event === 'connected')
      deps.connections.connected(link.dock.oid, signIn, { open: link.open !== null });
    else deps.connections.disconnected(link.dock.oid);
    // It may have come and gone since the last check: both are reported.
    check(link, runtime.clock.mono());
    forgetHello(link.open);
    link.session = notice.event === 'connected';
    link.sessionEndedAt = link.session ? -Infinity : runtime.clock.mono();
    check(link, runtime.clock.mono());
  };

  return { check, noticed };
};
export type Presence = ReturnType<typeof createPresence>;
