/** A dock of an organisation whose pictures a test records or keeps, and the server that hands them out. */
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { configurationOf } from '../../platform/video/flv-writer.ts';
import { createTestFlights } from '../../testing/flights.ts';
import type { TestRooms } from '../../testing/rooms.ts';
import type { DockIdentity } from '../dock/index.ts';

/** How pictures of a camera are coded. */
export const configuration = configurationOf(
  Buffer.from('6742c01fda014016e8', 'hex'),
  Buffer.from([0x68, 0xce, 0x3c, 0x80]),
);

export interface Media extends Server {
  /** Its address on the loopback, without a path. */
  url: string;
}

/** Hands out streams. */
export const openMedia = async (answer: RequestListener): Promise<Media> => {
  const media = createServer(answer);
  await once(media.listen(0, '127.0.0.1'), 'listening');
  return Object.assign(media, { url: `http://127.0.0.1:${(media.address() as AddressInfo).port}` });
};

/** Ends it with every stream that is still sent. */
export const closeMedia = (media: Media | undefined): void => {
  media?.closeAllConnections();
  media?.close();
};

export interface FilmedDock {
  dockOID: string;
  groupRoot: string;
  groupOID: string;
  /** The member who has it filmed. */
  startedBy: string;
}

/** A dock of whoever has it filmed, by their account. */
export const addFilmedDock = async (rooms: TestRooms, account: string): Promise<FilmedDock> => {
  const dockOID = await createTestFlights(rooms.runtime).dock(account);
  const { rows } = await sql<Omit<FilmedDock, 'dockOID'>>`
    select group_root as "groupRoot", group_oid as "groupOID", oid as "startedBy" from member
    where account = ${account}`.execute(rooms.db);
  const [member] = rows;
  if (!member) throw new Error('there is no member');
  return { dockOID, ...member };
};

/** The aircraft of a dock of this account, and both as links know them. */
export const addFilmedAircraft = async (
  rooms: TestRooms,
  account: string,
  dockOID: string,
): Promise<DockIdentity> => {
  const { rows } = await sql<{ droneOID: string; groupRoot: string; groupOID: string }>`
    insert into drone (oid, group_root, group_oid, name, sn, model, dock_oid)
    select ${rooms.runtime.newOid()}::uuid, group_root, group_oid, '鹰', 'AIR1', '0-91-1', ${dockOID}::uuid
    from member where account = ${account}
    returning oid as "droneOID", group_root as "groupRoot", group_oid as "groupOID"`.execute(rooms.db);
  const [drone] = rows;
  if (!drone) throw new Error('there is no aircraft');
  return { oid: dockOID, sn: 'DOCK1', droneSn: 'AIR1', droneModel: '0-91-1', ...drone } as DockIdentity;
};
