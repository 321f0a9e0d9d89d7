/** What the mutation proof looks at: the code that guards flight, and the tests near it. */
export interface Area {
  name: string;
  /** Globs of sources below the root. */
  sources: string[];
  /** Globs of the tests that have to notice. */
  tests: string[];
  /** Only mutants of which the changed text names this. */
  about?: RegExp;
  /** Share of its mutants that have to be noticed; missing: what the proof asks of every area. */
  reach?: number;
}

const server = 'apps/server/src';
const rooms = `${server}/modules`;

export const areas: Area[] = [
  {
    name: 'command',
    sources: [
      `${rooms}/command/challenge.*.ts`,
      `${rooms}/command/claim.store.ts`,
      `${rooms}/command/command.{authorise,carry-out,draft,exchange,fence,life,order,state-rules,store,waits,watch,wire}.ts`,
      `${rooms}/command/sender.store.ts`,
      'packages/domain/src/command/command.ts',
    ],
    tests: [
      `${rooms}/command/*.test.ts`,
      `${server}/testing/order-offers.test.ts`,
      'packages/domain/src/command/*.test.ts',
    ],
  },
  {
    // Return home and hover by two ways, of which one may send.
    name: 'emergency',
    sources: [
      `${rooms}/command/send-guard.ts`,
      `${rooms}/command/intent-{channel,claims,queries}.ts`,
      `${rooms}/command/emergency{.exchange,}.ts`,
    ],
    tests: [
      `${rooms}/command/{send-guard,emergency,command.endpoints}*.test.ts`,
      `${server}/processes/{twins,two-servers,database-gone}.mqtt.test.ts`,
    ],
  },
  {
    name: 'proved link',
    sources: [
      `${rooms}/dock/{dock.proved,dock-serial.store}.ts`,
      `${server}/processes/gateway/{proof,unordered}.ts`,
      `${server}/processes/stranger-orders.ts`,
      `${rooms}/flight/flight.{moves,unordered}.ts`,
    ],
    tests: [
      `${rooms}/dock/{dock-serial,dock-serial.rules,dock.directory,dock.gateway}.db.test.ts`,
      `${rooms}/flight/flight.{unordered,restart}.db.test.ts`,
      `${rooms}/flight/flight.unordered.test.ts`,
      `${server}/processes/gateway/{proof,unordered}.test.ts`,
      `${server}/processes/stranger-orders.test.ts`,
      `${server}/processes/twins.mqtt.test.ts`,
    ],
  },
  {
    name: 'broker',
    sources: [
      `${server}/platform/mqtt/{acl,command-deadlines,command-deadlines.rules,denials,directory,packet-guard,topics}.ts`,
    ],
    tests: [
      `${server}/platform/mqtt/{broker,command-deadlines,mqtt5}.mqtt.test.ts`,
      `${server}/platform/mqtt/{acl,command-deadlines,command-deadlines.rules,denials,directory,packet-guard,topics}.test.ts`,
    ],
  },
  {
    name: 'share',
    sources: [`${rooms}/map-share/map-share.{media,outside,store,ticket}.ts`],
    tests: [`${rooms}/map-share/*.test.ts`],
  },
  {
    name: 'addresses',
    sources: [
      `${server}/platform/outgoing.ts`,
      'packages/domain/src/layer/key-header.ts',
      `${rooms}/layer/source-{proxy,share}.ts`,
    ],
    tests: [
      `${server}/platform/outgoing*.test.ts`,
      'packages/domain/src/layer/*.test.ts',
      `${rooms}/layer/{layer-load,layer.db,source-proxy,source-proxy.rules}.test.ts`,
    ],
  },
  {
    name: 'route checks',
    sources: [
      'packages/planner/src/check/{check-plan,flight,regions,terrain}.ts',
      'packages/planner/src/{flights,obstacle-boxes}.ts',
      'packages/geometry/src/obstacles.ts',
      'packages/wpml/src/rests-on.ts',
      'packages/domain/src/flight/grounded.ts',
      `${rooms}/route/{plan-warnings,route-blocked}.ts`,
    ],
    tests: [
      'packages/planner/src/*.test.ts',
      'packages/planner/src/check/*.test.ts',
      'packages/geometry/src/obstacles.test.ts',
      'packages/wpml/src/{lint,write}.test.ts',
      'packages/domain/src/flight/*.test.ts',
      `${rooms}/route/{plan-warnings,route-blocked,route-parser}.test.ts`,
    ],
  },
  {
    name: 'lease',
    reach: 0.95,
    sources: [
      `${rooms}/lease/lease.{asks,change,service,store,sweep}.ts`,
      'packages/domain/src/lease/lease.ts',
    ],
    tests: [`${rooms}/lease/*.test.ts`, 'packages/domain/src/lease/*.test.ts'],
  },
  {
    // Which frames of sticks may pass, and what is left of them.
    name: 'stick watchdog',
    reach: 0.95,
    sources: [
      'packages/domain/src/flight-control/stick-{watchdog,frame,clip}.ts',
      'packages/domain/src/drc/stick-landing.ts',
    ],
    tests: ['packages/domain/src/flight-control/stick-*.test.ts', 'packages/domain/src/drc/*.test.ts'],
  },
  {
    name: 'stick forwarding',
    reach: 0.95,
    sources: [
      `${rooms}/drc/drc.{channel,closing,connection,forwarder,frames,landing,outcomes,room,run}.ts`,
      `${rooms}/drc/{connection-limit,page-clock}.ts`,
    ],
    tests: [`${rooms}/drc/{connection-limit,drc,page-clock}{,.*}.test.ts`],
  },
  {
    // Whose sticks they are.
    name: 'stick authority',
    reach: 0.95,
    sources: [`${rooms}/drc/drc.{handover,store}.ts`],
    tests: [`${rooms}/drc/drc.{forwarder,store}.db.test.ts`],
  },
  {
    name: 'gate',
    sources: [
      'packages/domain/src/flight/{gate,gate-policy,gate-stored}.ts',
      `${rooms}/flight/flight.{dispatch,plans}.ts`,
    ],
    tests: [
      'packages/domain/src/flight/*.test.ts',
      `${rooms}/flight/*.test.ts`,
      // They carry orders out with the plans of the flight room.
      `${rooms}/command/command.{order,steps}.db.test.ts`,
      `${server}/testing/start-races.db.test.ts`,
    ],
  },
  {
    name: 'link ladder',
    sources: ['packages/domain/src/telemetry/link.ts'],
    tests: ['packages/domain/src/telemetry/*.test.ts'],
  },
  {
    name: 'gateway claims',
    sources: [`${server}/processes/gateway/{claims,claims.store,serial-runner}.ts`],
    tests: [`${server}/processes/gateway/{claims,serial-runner}*.test.ts`],
  },
  {
    name: 'session',
    sources: [
      `${rooms}/session/session{-*,.*}.ts`,
      `${rooms}/session/login-rule.ts`,
      `${rooms}/session/code.*.ts`,
    ],
    tests: [`${rooms}/session/*.test.ts`, 'packages/domain/src/session/*.test.ts'],
  },
  {
    name: 'permission',
    sources: [`${rooms}/permission/*.ts`, `${server}/platform/http/{guard,view-as}.ts`],
    tests: [
      `${rooms}/permission/*.test.ts`,
      `${server}/platform/http/*.test.ts`,
      `${rooms}/role/role.escalation.db.test.ts`,
    ],
  },
  {
    name: 'scope',
    sources: [
      `${rooms}/department/department.{service,store,tree.store}.ts`,
      `${rooms}/{audit-log,device-health,dock,flight,media,member,operation,role,route,session,statistics,task}/*.store.ts`,
      `${rooms}/member/member.access.ts`,
      `${server}/platform/list/*.ts`,
    ],
    about: /\.where\(.*(?:inScope|visible(?:Departments|Below)\()|path @>|uuid\] and group_root/,
    tests: [
      `${rooms}/department/*.test.ts`,
      `${rooms}/audit-log/audit-scope.db.test.ts`,
      `${rooms}/session/online.db.test.ts`,
      `${server}/platform/list/*.test.ts`,
      `${server}/testing/contract/{department-tree,store-scope}.db.test.ts`,
    ],
  },
];
