import { describe, expect, it } from 'vitest';
import {
  groundSampleDistance,
  lineSpacing,
  mappingCamera,
  p1Cameras,
  photoDistance,
  PlanningFault,
  sensorView,
  type MappingCamera,
} from '../index.ts';
import { photoFootprint } from './camera.ts';

const camera: MappingCamera = {
  sensorWidth: 17.3,
  sensorHeight: 13,
  focal: 12.29,
  imageWidth: 5280,
  imageHeight: 3956,
  minInterval: 2,
};

const faultOf = (run: () => unknown): PlanningFault | null => {
  try {
    run();
  } catch (error) {
    if (error instanceof PlanningFault) return error;
    throw error;
  }
  return null;
};

describe('camera arithmetic', () => {
  it('sizes pixels, photos and their distances at 100 m', () => {
    expect(groundSampleDistance(camera, 100) * 100).toBeCloseTo(2.666, 4);
    expect(photoFootprint(camera, 100).across).toBeCloseTo(140.765, 3);
    expect(photoFootprint(camera, 100).along).toBeCloseTo(105.777, 3);
    expect(lineSpacing(camera, 100, 70)).toBeCloseTo(42.2295, 4);
    const apart = photoDistance(camera, 100, 80);
    expect(apart).toBeCloseTo(21.1554, 4);
    expect(apart / 10).toBeCloseTo(2.1155, 4);
    expect(groundSampleDistance(camera, 75.019)).toBeCloseTo(0.02, 6);
  });

  it('takes any sensor', () => {
    expect(lineSpacing({ sensorWidth: 6.4, sensorHeight: 4.8, focal: 4.5 }, 120, 65)).toBeCloseTo(59.7333, 4);
    const exact = { sensorWidth: 17.424, sensorHeight: 13.055, focal: 12.29 };
    expect(lineSpacing(exact, 160, 65)).toBeCloseTo(79.393, 2);
    expect(photoDistance(exact, 160, 70)).toBeCloseTo(50.988, 2);
  });

  it('narrows the view with the zoom, by the tangent', () => {
    expect(sensorView(camera).horizontal).toBeCloseTo(70.28, 2);
    const [wide, tele] = [sensorView(camera), sensorView(camera, 5)];
    const half = (angle: number) => Math.tan((angle * Math.PI) / 360);
    expect(half(wide.vertical) / half(tele.vertical)).toBeCloseTo(5, 9);
  });
});

describe('what a camera cannot do', () => {
  it.each([-1, 100, 101, Number.NaN, Infinity])('an overlap of %d is refused', (overlap) => {
    const fault = faultOf(() => lineSpacing(camera, 100, overlap));
    expect(fault).toMatchObject({ field: 'sideOverlap', min: 0, max: 100, excluded: 'max' });
    expect(fault?.value).toBe(Number.isFinite(overlap) ? overlap : null);
    expect(faultOf(() => photoDistance(camera, 100, overlap))?.field).toBe('frontOverlap');
  });

  it.each([0, 99])('an overlap of %d is not', (overlap) => {
    expect(lineSpacing(camera, 100, overlap)).toBeGreaterThan(0);
  });

  it.each(['sensorWidth', 'sensorHeight', 'focal'] as const)('no %s is refused', (field) => {
    for (const value of [0, -1, Number.NaN])
      expect(faultOf(() => photoFootprint({ ...camera, [field]: value }, 100))?.field).toBe(field);
    expect(faultOf(() => photoFootprint(camera, 0))).toMatchObject({ code: 'outOfRange', field: 'height' });
  });

  it('no zoom is refused', () => {
    expect(faultOf(() => sensorView(camera, 0))).toMatchObject({ field: 'focal·zoom', value: 0 });
    expect(faultOf(() => sensorView({ ...camera, focal: 0 }, 2))?.field).toBe('focal·zoom');
  });
});

describe('known cameras', () => {
  it('are those whose sensor and lens are known', () => {
    expect(mappingCamera(66)?.sensorWidth).toBeCloseTo(17.424, 3);
    expect(mappingCamera(66)?.sensorHeight).toBeCloseTo(13.055, 3);
    expect(lineSpacing(mappingCamera(52) as MappingCamera, 120, 65)).toBeCloseTo(59.7333, 4);
    expect(mappingCamera(50)).toBeNull();
    expect(mappingCamera(Number.NaN)).toBeNull();
  });

  it('of the P1 see a pixel of a centimetre at about 80 m with its middle lens', () => {
    expect(groundSampleDistance(p1Cameras[35], 80)).toBeCloseTo(0.01, 4);
  });
});
