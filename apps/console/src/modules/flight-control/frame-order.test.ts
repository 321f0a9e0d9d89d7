import { cameraTypes, commandCalls } from '@eyrie/domain';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { frameOrder, frameUses } from './frame-order.ts';

describe('a place of the picture', () => {
  it.each([
    ['point', { x: 0.3, y: 0.4 }, ['ir_metering_point_set', { x: 0.3, y: 0.4 }]],
    ['aim', { x: 2, y: -1 }, ['camera_aim', { camera_type: 'wide', locked: false, x: 1, y: 0 }]],
    ['focus', { x: 0.5, y: 0.5 }, ['camera_point_focus_action', { camera_type: 'wide', x: 0.5, y: 0.5 }]],
    ['area', { x: 0.1, y: 0.1 }, null],
    ['area', { x: 0.6, y: 0.4 }, ['ir_metering_area_set', { x: 0.1, y: 0.1, width: 0.5, height: 0.3 }]],
    [
      'box',
      { x: 0, y: 0 },
      ['camera_frame_zoom', { camera_type: 'wide', locked: false, x: 0, y: 0, width: 0.1, height: 0.1 }],
    ],
  ] as const)('for %s up to %j is %j', (use, to, order) => {
    expect(frameOrder(use, 'wide', { x: 0.1, y: 0.1 }, to)).toEqual(order);
  });

  it('is an order that the server takes, wherever it was dragged', () => {
    const place = fc.record({ x: fc.double(), y: fc.double() });
    fc.assert(
      fc.property(
        fc.constantFrom(...frameUses),
        fc.constantFrom(...cameraTypes),
        place,
        place,
        (use, lens, from, to) => {
          const order = frameOrder(use, lens, from, to);
          if (!order) return;
          const [cmd, data] = order;
          const request = {
            oid: '0190a0c0-0000-7000-8000-000000000001',
            key: 'a-key-of-this-click',
            tabId: 'a-tab-of-this-page',
            issuedAt: 1_700_000_000_000,
            cmd,
            data: { payload_index: '81-0-0', ...data },
          };
          expect(commandCalls.payloadCommands.request.safeParse(request).error).toBe(undefined);
        },
      ),
    );
  });
});
