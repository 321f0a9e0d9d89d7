/** Changes that must be noticed whatever the sample: each takes one guard of flight away. */
export interface NamedChange {
  what: string;
  area: string;
  /** Each a whole expression of its file, white space as one blank, and what stands in its place. */
  edits: { file: string; from: string; to: string }[];
}

const command = 'apps/server/src/modules/command';
const look = (what: string, from: string, to: string): NamedChange => ({
  what: `second step: ${what}`,
  area: 'command',
  edits: [{ file: `${command}/command.authorise.ts`, from, to: `command.state === 'drafted' ? ${to}` }],
});
const one = (what: string, area: string, file: string, from: string, to: string): NamedChange => ({
  what,
  area,
  edits: [{ file, from, to }],
});

const rules = 'refuseByState({ link, command, now: clock.mono() }, deps)';
const held = 'deps.fence.hold(trx, link, command)';
const judged = 'judge?.(trx, { link, command, now: clock.mono(), step })';
const claimed = (last: string): string =>
  "trx .deleteFrom('challenge') .where('nonce_hash', '=', row.nonceHash) .where('member_oid', '=', row.memberOID)" +
  ` .where('dock_oid', '=', row.dockOID)${last}`;

export const namedChanges: readonly NamedChange[] = [
  look('state of dock and aircraft', rules, `${rules} : undefined`),
  look('claim, sender, maintenance and lease', held, `${held} : undefined`),
  look('flight, other starts and gate', judged, `${judged} : undefined`),
  {
    what: 'time to live, at the call and before a step',
    area: 'command',
    edits: [
      {
        file: `${command}/command.order.ts`,
        from: 'isExpired(request.method, request.issuedAt ?? now, now)',
        to: 'false',
      },
      { file: `${command}/command.authorise.ts`, from: 'deps.fence.expired(command)', to: 'false' },
    ],
  },
  {
    what: 'time to live, before a step and on the way',
    area: 'command',
    edits: [
      { file: `${command}/command.authorise.ts`, from: 'deps.fence.expired(command)', to: 'false' },
      {
        file: `${command}/command.exchange.ts`,
        from: 'expiresAt - serverTime',
        to: '60_000',
      },
    ],
  },
  one(
    'scheduled start: of a run that has come',
    'command',
    `${command}/command.fence.ts`,
    '!(await isArranged(trx, command, own))',
    'false',
  ),
  one(
    'scheduled start: past nobody who controls the dock',
    'command',
    `${command}/command.fence.ts`,
    'heldByAnother(lease, command, now)',
    'null',
  ),
  one(
    'scheduled start: the rights of its arranger',
    'command',
    `${command}/command.fence.ts`,
    'requireStatus(arranger, rights)',
    'undefined',
  ),
  one(
    'whose the device is, at the call',
    'command',
    `${command}/command.order.ts`,
    '!request.dock.proved',
    'false',
  ),
  one('whose the device is, as it is stored', 'command', `${command}/command.fence.ts`, '!proved', 'false'),
  one(
    'whose the device is, before it is judged',
    'command',
    `${command}/command.state-rules.ts`,
    'requireProved(link.dock)',
    'undefined',
  ),
  one(
    'whose the device is, as the order leaves',
    'command',
    // The exchange and the wire ask the same function.
    'apps/server/src/modules/dock/dock.proved.ts',
    '!proved',
    'false',
  ),
  one(
    'whose the device is, without the database',
    'emergency',
    `${command}/emergency.ts`,
    'provedAddress(dock)',
    '{ dockOID: dock.oid, sn: dock.sn }',
  ),
  one(
    'one send of an intent across servers',
    'emergency',
    `${command}/emergency.ts`,
    '!(await deps.sendGuard.claimAcrossServers(intent))',
    'false',
  ),
  one(
    'order by another record of the serial number',
    'broker',
    'apps/server/src/platform/mqtt/acl.ts',
    '!this.#deadlines.isFor(session.binding.oid, packet)',
    'false',
  ),
  one('deadline of the answer', 'command', `${command}/command.exchange.ts`, 'step.ack', '3_600_000'),
  one('dock online', 'command', `${command}/command.state-rules.ts`, '!dockOnline(link, now)', 'false'),
  one('number of the claim', 'command', `${command}/claim.store.ts`, 'Number(row.fence) === fence', 'true'),
  one('end of the claim', 'command', `${command}/claim.store.ts`, 'claimLives(now)', 'sql<boolean>`true`'),
  one(
    'confirmation bound to its method',
    'command',
    `${command}/challenge.store.ts`,
    claimed(" .where('method', '=', row.method)"),
    claimed(''),
  ),
  one(
    'number of the answer',
    'command',
    `${command}/command.exchange.ts`,
    'message.bid !== waiting.bid',
    'false',
  ),
  one(
    'dock of the answer',
    'command',
    `${command}/command.exchange.ts`,
    'waiting?.dockOID === dock.oid',
    'true',
  ),
  one(
    'age of the state',
    'command',
    `${command}/command.state-rules.ts`,
    'age > limits.command.stateFresh',
    'false',
  ),
  one('time of the lease', 'lease', 'packages/domain/src/lease/lease.ts', 'row.expiresAt > now', 'true'),
  one('number of the lease', 'lease', 'packages/domain/src/lease/lease.ts', 'row.epoch !== epoch', 'false'),
  one(
    'checksum of the route as it was reviewed',
    'gate',
    'apps/server/src/modules/flight/flight.dispatch.ts',
    'file.checksum === flight.route_checksum',
    'true',
  ),
  one(
    'checksum of the route as it is sent',
    'gate',
    'apps/server/src/modules/flight/flight.dispatch.ts',
    'sha256(source) !== flight.route_checksum',
    'false',
  ),
];
