import { afterName, applicationSegments, photoHeadBytes } from './jpeg-segments.ts';
import { latin } from './photo-view.ts';

/** How a photo lies on a sphere about the camera: equirectangular, all of it or a part, pixels of the whole. */
export interface Sphere {
  /** Of the whole sphere: twice as wide as it is high. */
  width: number;
  height: number;
  /** The part of it that the photo shows. */
  part: { x: number; y: number; width: number; height: number };
  /** Degrees clockwise from north of the middle of the whole; null: it does not say. */
  heading: number | null;
}

const value = (packet: string, name: string): string | null => {
  const field = new RegExp(String.raw`GPano:${name}(?:\s*=\s*["']|\s*>)\s*([A-Za-z0-9.+-]{1,32})`);
  return field.exec(packet)?.[1] ?? null;
};

const number = (packet: string, name: string, least: number, most: number): number | null => {
  const text = value(packet, name);
  const found = text === null ? Number.NaN : Number(text);
  return found >= least && found <= most ? found : null;
};

const largest = 1_000_000;

/** A whole sphere of so many pixels. */
export const wholeSphere = (width: number, height: number): Sphere => ({
  width,
  height,
  part: { x: 0, y: 0, width, height },
  heading: null,
});

function sphereOf(packet: string): Sphere | null {
  if (value(packet, 'ProjectionType')?.toLowerCase() !== 'equirectangular') return null;
  const size = (name: string): number | null => number(packet, name, 1, largest);
  const offset = (name: string): number => number(packet, name, 0, largest) ?? 0;
  const [width, height] = [size('FullPanoWidthPixels'), size('FullPanoHeightPixels')];
  if (width === null || height === null) return null;
  const part = {
    x: offset('CroppedAreaLeftPixels'),
    y: offset('CroppedAreaTopPixels'),
    width: size('CroppedAreaImageWidthPixels') ?? width,
    height: size('CroppedAreaImageHeightPixels') ?? height,
  };
  if (part.x + part.width > width || part.y + part.height > height) return null;
  return { width, height, part, heading: number(packet, 'PoseHeadingDegrees', 0, 360) };
}

/**
 * How the head of a JPEG says that it lies on a sphere (XMP GPano). @returns null where it does not, or says what cannot be
 * @param bytes the first `photoHeadBytes` of the file, or all of a smaller one
 */
export function readSphere(bytes: Uint8Array): Sphere | null {
  for (const segment of applicationSegments(bytes.subarray(0, photoHeadBytes))) {
    const packet = afterName(segment, 'http://ns.adobe.com/xap/1.0/\0');
    const sphere = packet && sphereOf(latin(packet));
    if (sphere) return sphere;
  }
  return null;
}
