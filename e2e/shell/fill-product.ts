/** A product as it is after weeks: something to read on every page, and every kind of row in the log. */
import {
  commandCalls,
  departmentCalls,
  dockCalls,
  flightCalls,
  invitationCalls,
  leaseCalls,
  memberCalls,
  roleCalls,
  routeCalls,
  taskCalls,
} from '../../packages/domain/src/index.ts';
import { buildKmz, connectDock } from '../../packages/testing/src/index.ts';
import type { Caller } from '../support/calls.ts';
import type { Product } from '../support/product.ts';
import { roomFixtures } from '../support/rooms.generated.ts';

const day = 86_400_000;

/** What is refused leaves a row too. */
const refused = async (ask: Promise<unknown>): Promise<void> => {
  const answer = await ask.then(
    () => 'taken',
    () => 'refused',
  );
  if (answer === 'taken') throw new Error('this was to be refused');
};

async function people({ call, session }: Caller): Promise<void> {
  const { groupOID, oid: self } = session;
  const east = await call(departmentCalls.save, { parentOID: groupOID, name: '东区' });
  const west = await call(departmentCalls.save, { parentOID: groupOID, name: 'West', type: 'leaderCockpit' });
  await call(departmentCalls.save, { oid: east.oid, name: 'الشرق', type: 'userCockpit' });
  await call(departmentCalls.move, { oid: west.oid, parentOID: east.oid });
  const role = await call(roleCalls.save, { name: '值班', type: 'menu', remark: 'night' });
  await call(roleCalls.grant, {
    roleOID: role.oid,
    resourceOIDs: ['/operation', 'dock:control'],
    before: [],
  });
  await call(roleCalls.save, { name: 'Group', type: 'group' });
  const long = `${'阿卜杜勒-'.repeat(5)}Wolfeschlegelsteinhausenbergerdorff`.slice(0, 40);
  const person = { groupOID: east.oid, account: 'long.name', name: long, roleOIDs: [role.oid] };
  const { oid } = await call(memberCalls.save, { ...person, validUntil: null });
  await call(memberCalls.save, { oid, validUntil: Date.now() + 400 * day, phone: '13912345678' });
  await call(memberCalls.setEnabled, { oids: [oid], enabled: false });
  await call(invitationCalls.add, { groupOID, roleOIDs: [role.oid] });
  await refused(call(departmentCalls.remove, { oid: groupOID }));
  await refused(call(memberCalls.setEnabled, { oids: [self], enabled: false }));
  await refused(call(memberCalls.save, { ...person, account: '-', validUntil: null, phone: 'none' }));
}

async function devices({ call, session }: Caller, product: Product): Promise<void> {
  const { groupOID } = session;
  const place = { name: '语言机场', sn: 'DSPEAK0001', model: '3-2-0', vendor: 'DJI' as const, groupOID };
  const { oid, secret } = await call(dockCalls.add, place);
  await call(dockCalls.edit, { oid, windLimit: 8, insuranceUntil: null, firmware: '07.01.01' });
  const file = new File([Uint8Array.from(buildKmz({}))], 'route.kmz');
  const { oid: routeOID } = await call(routeCalls.uploadKmz, { name: 'مسار', file });
  if (!routeOID) throw new Error('the route was not stored');
  const flight = {
    routeOID,
    dockOID: oid,
    returnAltitude: 100,
    lostAction: 'return',
    clarity: 'hd',
  } as const;
  await call(flightCalls.add, flight);
  await call(taskCalls.add, { name: '任务', type: 'manual', remark: '' });
  const lease = { oid, control: 'flight', tabId: 'languages1' } as const;
  const { epoch } = await call(leaseCalls.take, lease);
  await refused(call(commandCalls.hover, { oid, key: 'languages-1', epoch }));
  await call(leaseCalls.release, { ...lease, epoch });
  const dock = await connectDock({ url: product.mqtt, sn: place.sn, secret, droneSn: 'ASPEAK0001' });
  await dock.start();
  await dock.topology(true);
  const alarm = { code: '0x19110014', level: 2, module: 1, in_the_sky: 0, imminent: 0, device_type: '3-2-0' };
  const args = { component_index: 0, sensor_index: 1, part: 'cover' };
  await dock.event('hms', {
    list: [
      { ...alarm, args },
      { ...alarm, code: '0xFFAA0001', level: 0, args: {} },
    ],
  });
  await dock.event('cover_open', {
    result: 514_107,
    output: { status: 'failed', progress: { percent: 40, step_key: 'open_cover' } },
  });
  await dock.close();
}

/** Fills the product through its ordinary calls. */
export async function fillProduct(caller: Caller, product: Product): Promise<void> {
  await people(caller);
  for (const { fill } of roomFixtures) await fill?.(caller);
  await devices(caller, product);
}
