import { randomBytes, randomInt } from 'node:crypto';
import {
  screenLayoutCalls,
  displayCalls,
  limits,
  type ParsedRequestOf,
  type ResponseOf,
} from '@eyrie/domain';
import type { CallContext, Caller } from '../../platform/http/endpoint.ts';
import { notFound, Refusal } from '../../platform/http/refusal.ts';
import { allowedWords } from '../../platform/list/index.ts';
import type { Runtime } from '../../platform/runtime.ts';
import type { AuditLog } from '../audit-log/index.ts';
import type { MemberRoom } from '../member/index.ts';
import { hashToken, newToken, type SessionRoom } from '../session/index.ts';
import {
  countDisplays,
  displays,
  dropDisplays,
  insertWaiting,
  lockByKey,
  lockWaiting,
  recordSeen,
  pairDisplay,
} from './display.store.ts';

export interface DisplayDeps {
  runtime: Pick<Runtime, 'db' | 'serverTime' | 'newOid'>;
  audit: AuditLog;
  member: Pick<MemberRoom, 'add'>;
  session: Pick<SessionRoom, 'open' | 'endAllOf' | 'notifyMemberChanged'>;
}

const { codeLife, codeDigits, most, waitingMost } = limits.display;
const newCode = (): string => String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0');

/** Screens that sign in as themselves, by a key that they keep: a new session whenever they need one. */
export function createDisplays({ runtime, audit, member, session }: DisplayDeps) {
  const { db, serverTime, newOid } = runtime;
  const now = (): Date => new Date(Math.round(serverTime()));
  const present = (row: Awaited<ReturnType<typeof displays.byOid>>, { resources }: Caller) => {
    if (!row) throw notFound();
    return { ...row, allowed: allowedWords(resources, [screenLayoutCalls.save, displayCalls.remove]) };
  };

  return {
    async begin(address: string): Promise<ResponseOf<typeof displayCalls.begin>> {
      const [code, key, at] = [newCode(), newToken(), now()];
      const expiresAt = new Date(at.getTime() + codeLife);
      const hashes = { codeHash: hashToken(code), keyHash: hashToken(key) };
      const screen = { oid: newOid(), ...hashes, address, now: at, expiresAt };
      const taken = await db.transaction().execute((trx) => insertWaiting(trx, screen, waitingMost));
      if (!taken) throw new Refusal('tooManyRequests', { retryAfterSeconds: codeLife / 1_000 });
      return { code, token: key, expiresAt: expiresAt.getTime() };
    },
    open: (key: string, { address, userAgent }: Pick<CallContext, 'address' | 'userAgent'>) =>
      db.transaction().execute(async (trx): Promise<ResponseOf<typeof displayCalls.open>> => {
        const found = await lockByKey(trx, hashToken(key), now());
        if (!found) return { state: 'gone', authToken: null, page: null };
        const { oid, memberOID, page } = found;
        if (memberOID === null) return { state: 'waiting', authToken: null, page: null };
        await recordSeen(trx, oid, address, now());
        const { token } = await session.open(trx, { memberOID, remembered: true, address, userAgent });
        return { state: 'open', authToken: token, page };
      }),
    async query(
      { pageNum, pageSize, ...filter }: ParsedRequestOf<typeof displayCalls.query>,
      { caller }: CallContext,
    ) {
      const page = { pageNum, pageSize };
      const { rows, ...counted } = await displays.page(db, { caller }, filter, page);
      return { list: rows.map((row) => present(row, caller)), ...counted, ...page };
    },
    /** @throws Refusal `displayCode`, `displaysFull` */
    async pair({ code, name, page }: ParsedRequestOf<typeof displayCalls.pair>, context: CallContext) {
      const { caller } = context;
      const { groupRoot, groupOID, memberOID: pairedBy } = caller;
      const oid = await db.transaction().execute(async (trx) => {
        // People write it down in groups, as the screen shows it.
        const waiting = await lockWaiting(trx, hashToken(code.replaceAll(/\D/g, '')), now());
        if (!waiting) throw new Refusal('displayCode');
        if ((await countDisplays(trx, groupRoot)) >= most)
          throw new Refusal('displaysFull', { values: { max: most } });
        const memberOID = await member.add(trx, {
          groupRoot,
          groupOID,
          account: `display-${waiting.oid}`,
          name,
          // No hash of any password.
          passwordHash: `!${randomBytes(16).toString('hex')}`,
          mustChange: false,
          service: true,
          roleOIDs: [],
        });
        const to = { groupRoot, groupOID, memberOID, name, page, pairedBy, at: now() };
        await pairDisplay(trx, { oid: waiting.oid, ...to });
        await audit.done(trx, context, 'display.pair', { oid: waiting.oid, name, page });
        return waiting.oid;
      });
      return present(await displays.byOid(db, { caller }, oid), caller);
    },
    async remove(oids: readonly string[], context: CallContext): Promise<void> {
      const wanted = [...new Set(oids)];
      await db.transaction().execute(async (trx) => {
        const rows = await displays.lock(trx, { caller: context.caller }, wanted);
        if (rows.length !== wanted.length) throw notFound();
        for (const memberOID of await dropDisplays(trx, wanted)) await session.endAllOf(trx, memberOID, null);
        const names = rows.map(({ name }) => name);
        await audit.done(trx, context, 'display.revoke', { oids: wanted, names });
      });
    },
  };
}
