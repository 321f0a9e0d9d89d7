import { createHash, randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { dataOf, isEvent, setUpDock, sn, topic } from '../../testing/dock-fixture.ts';

const fixture = setUpDock();

it('a dock is busy while it is upgraded, and says its new version when it is back', async () => {
  await fixture.shown();
  const content = 'firmware';
  const md5 = createHash('md5').update(content).digest('hex');
  const bid = randomUUID();
  const device = { sn, product_version: '10.01.9999', firmware_upgrade_type: 3 };
  const devices = [{ ...device, file_url: `data:,${content}`, md5, file_size: content.length }];
  fixture.station.send('ota_create', { devices }, { tid: bid, bid });
  const says = (key: string, value: unknown) =>
    fixture.broker.until(
      `${key} ${String(value)}`,
      (one) => one.topic === topic('state', sn) && dataOf(one)[key] === value,
    );
  await says('firmware_upgrade_status', 1);
  const last = await fixture.broker.until('end of the upgrade', (one) => {
    if (!isEvent('ota_progress')(one) || one.body.bid !== bid) return false;
    return (dataOf(one) as { output: { status: string } }).output.status !== 'in_progress';
  });
  expect(dataOf(last)).toMatchObject({ result: 0, output: { status: 'ok', progress: { percent: 100 } } });
  await says('firmware_version', '10.01.9999');
});
