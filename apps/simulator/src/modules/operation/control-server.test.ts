import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '../../platform/log.ts';
import type { Failure, SimulatedDock } from '../dock/index.ts';
import type { SimulatedController } from '../remote-controller/index.ts';
import { rehearsals } from './control-page.ts';
import { openControlServer, type ControlServer } from './control-server.ts';

let control: ControlServer;
let armed: Failure[];
let ordered: unknown[];
const fault = { id: 'hotJoint_1_2', kind: 'hotJoint', repairedAt: null };

beforeEach(async () => {
  armed = [];
  ordered = [];
  const controller = {
    sn: 'RC',
    state: () => ({ sn: 'RC' }),
    setConsent: (policy: string) => ordered.push(policy),
    loseNetwork: (ms: number) => ordered.push(ms),
  } as unknown as SimulatedController;
  const dock = {
    sn: 'ONE',
    arm: (failure: Failure) => armed.push(failure),
    refit: (order: { cycles?: number }) => order.cycles !== 9,
    order: async (method: string, data: unknown) => {
      ordered.push({ method, data });
      return 514_153;
    },
    faults: () => [fault],
    setRepaired: (id: string, repaired: boolean) => {
      if (id === fault.id) ordered.push({ id, repaired });
      return id === fault.id;
    },
    stats: () => ({ launches: 3 }),
    state: () => ({ sn: 'ONE', battery: 80 }),
    stop: () => Promise.resolve(),
  } as unknown as SimulatedDock;
  control = await openControlServer(0, { docks: () => [dock], controllers: () => [controller] }, silentLog);
});

afterEach(() => control.stop());

const ask = async (path: string, body?: string) => {
  const init = body === undefined ? {} : { method: 'POST', body };
  const answer = await fetch(`http://127.0.0.1:${control.port}${path}`, init);
  return { status: answer.status, data: (await answer.json()) as unknown };
};

describe('the control server', () => {
  it('takes what a person changes on an aircraft, and says when that cannot be now', async () => {
    expect((await ask('/docks/ONE/refit', '{"batteries":["NEW1"],"cycles":3}')).status).toBe(200);
    expect((await ask('/docks/ONE/refit', '{"cycles":9}')).status).toBe(409);
    expect((await ask('/docks/ONE/refit', '{"cycles":"many"}')).status).toBe(422);
    expect((await ask('/docks/ONE/refit', '{"wings":2}')).status).toBe(422);
    expect((await ask('/docks/ONE/refit', '[1]')).status).toBe(422);
  });

  it('has a dock do what a service names, past the server', async () => {
    const answer = await ask('/docks/ONE/order', '{"method":"cover_open"}');
    expect(answer).toEqual({ status: 200, data: { result: 514_153 } });
    expect(ordered).toEqual([{ method: 'cover_open', data: null }]);
    for (const wrong of ['{"data":1}', 'null', '{"method":7}'])
      expect((await ask('/docks/ONE/order', wrong)).status).toBe(422);
    expect(ordered).toHaveLength(1);
  });

  it('names the faults around a dock, and takes the repair of one and of no other', async () => {
    expect(await ask('/docks/ONE/faults')).toEqual({ status: 200, data: [fault] });
    const repair = `{"id":"${fault.id}","repaired":true}`;
    expect(await ask('/docks/ONE/faults', repair)).toEqual({ status: 200, data: [fault] });
    expect((await ask('/docks/ONE/faults', repair.replace('true', 'false'))).status).toBe(200);
    expect((await ask('/docks/ONE/faults', '{"id":"none","repaired":true}')).status).toBe(404);
    for (const wrong of ['{}', 'null', `{"id":7,"repaired":true}`, repair.replace('true', '1')])
      expect((await ask('/docks/ONE/faults', wrong)).status).toBe(422);
    expect((await ask('/docks/TWO/faults', repair)).status).toBe(404);
    expect(ordered).toEqual([
      { id: fault.id, repaired: true },
      { id: fault.id, repaired: false },
    ]);
  });

  it('shows the docks and what they have seen', async () => {
    expect(await ask('/docks')).toEqual({ status: 200, data: [{ sn: 'ONE', battery: 80 }] });
    expect(await ask('/docks/ONE')).toMatchObject({ status: 200, data: { sn: 'ONE' } });
    expect(await ask('/docks/ONE/stats')).toEqual({ status: 200, data: { launches: 3 } });
    expect((await ask('/docks/TWO')).status).toBe(404);
    expect((await ask('/none')).status).toBe(404);
  });

  it('tells the pilot of a controller what to answer, and takes its network away', async () => {
    expect(await ask('/controllers')).toEqual({ status: 200, data: [{ sn: 'RC' }] });
    expect((await ask('/controllers/RC/consent', '"refuses"')).status).toBe(200);
    expect((await ask('/controllers/RC/network', '1500')).status).toBe(200);
    expect((await ask('/controllers/RC/consent', '"sleeps"')).status).toBe(422);
    expect((await ask('/controllers/RC/network', '-1')).status).toBe(422);
    expect((await ask('/controllers/NONE')).status).toBe(404);
    expect(ordered).toEqual(['refuses', 1500]);
  });

  it.each([
    ['zh-CN,zh;q=0.9', 'zh'],
    ['en-GB', 'en'],
    ['ar', 'ar'],
    ['fr', 'zh'],
  ])(
    'shows a page in the language of a browser that asks for %s, whose buttons it takes',
    async (asked, lang) => {
      const headers = { 'accept-language': asked };
      const page = await (await fetch(`http://127.0.0.1:${control.port}/`, { headers })).text();
      expect(page).toContain(`<html lang="${lang}"`);
      const bodies = [...page.matchAll(/data-failure="([^"]+)"/g)].map(([, body]) =>
        body?.replaceAll('&quot;', '"'),
      );
      expect(bodies).toHaveLength(rehearsals.length);
      for (const body of bodies) expect((await ask('/docks/ONE/failures', body)).status).toBe(200);
      expect(armed).toEqual(rehearsals.map(({ failure }) => failure));
    },
  );

  it('takes nothing from the page of another address', async () => {
    const address = `http://127.0.0.1:${control.port}/docks/ONE/failures`;
    const headers = { origin: 'https://elsewhere.example' };
    const answer = await fetch(address, { method: 'POST', headers, body: '{"kind":"rain"}' });
    expect([answer.status, armed]).toEqual([403, []]);
  });

  it('takes failures that it knows and no others', async () => {
    expect((await ask('/docks/ONE/failures', '{"kind":"linkLoss","ms":500}')).status).toBe(200);
    expect(armed).toEqual([{ kind: 'linkLoss', ms: 500 }]);
    expect((await ask('/docks/ONE/failures', '{"kind":"explode"}')).status).toBe(422);
    expect((await ask('/docks/ONE/failures', '{')).status).toBe(400);
    expect((await ask('/docks/ONE/failures', `"${'x'.repeat(20_000)}"`)).status).toBe(400);
    expect(armed).toHaveLength(1);
  });
});
