import { expect, it } from 'vitest';
import { undulation } from './undulation.ts';

it('knows the sea level at every place that a plan may have', () => {
  expect(undulation({ lat: 48.179272861, lng: 17.227196098 })).toBeCloseTo(43.5863, 3);
  for (const lat of [-90, 0, 90])
    for (const lng of [-180, -1e-105, 0, 180]) {
      const metres = undulation({ lat, lng });
      expect(metres, `${lat}, ${lng}`).toBeCloseTo(undulation({ lat, lng: lng === -1e-105 ? 0 : lng }), 6);
    }
});
