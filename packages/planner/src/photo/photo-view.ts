import type { lensWords, PlanHeightMode } from '@eyrie/domain';
import { normaliseHeading } from '@eyrie/geometry';
import { afterName, applicationSegments, isJpeg, photoHeadBytes } from './jpeg-segments.ts';
import { exifTag, exifTags, type ExifTags } from './exif-tags.ts';
import { xmpValues } from './xmp-values.ts';

/** What is known of the view of a photo. Degrees and metres, WGS-84; null or missing: nobody said it. */
export interface PhotoView {
  readonly lng: number | null;
  readonly lat: number | null;
  /** Above each of what heights may be above. */
  readonly heights: Partial<Readonly<Record<PlanHeightMode, number>>>;
  /** Of the camera, clockwise from north. */
  readonly heading: number | null;
  /** −90 is straight down. */
  readonly pitch: number | null;
  /** Times of the widest view. */
  readonly zoom: number | null;
  /** By the words of the route format. */
  readonly lens: (typeof lensWords)[number] | null;
  /** What the aircraft or camera calls itself. */
  readonly model: string | null;
}

export const emptyView: PhotoView = {
  lng: null,
  lat: null,
  heights: {},
  heading: null,
  pitch: null,
  zoom: null,
  lens: null,
  model: null,
};

/** Focal length, as on 35 mm film, of the widest lens: what times of zoom are counted from. */
const widest = 24;
/** Words for lenses in XMP. */
const lensOf: Readonly<Record<string, PhotoView['lens']>> = {
  WideCamera: 'wide',
  ZoomCamera: 'zoom',
  InfraredCamera: 'ir',
  VisibleCamera: 'visable',
};

/** Hundredths, as aircraft write them: turning by 360° must add no digits. */
const headingOf = (degrees: number): number => Math.round(normaliseHeading(degrees) * 100) / 100;

/**
 * Which way the picture looks: as the gimbal does. Straight down, a gimbal that has turned over holds the picture the other way round.
 */
const headingOfGimbal = (yaw: number, pitch: number | null, roll: number | null): number =>
  headingOf(pitch !== null && pitch <= -85 && roll !== null && Math.abs(roll) >= 170 ? yaw + 180 : yaw);

export const numberIn = (value: string | undefined, least: number, most: number): number | null => {
  if (value === undefined || !/^[+-]?\d{1,6}(?:\.\d{1,12})?$/.test(value)) return null;
  const found = Number(value);
  return found >= least && found <= most ? found : null;
};

type Fields = Partial<PhotoView>;

/** Fields without those that nothing is known of, so that they hide nothing. */
const known = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

export function viewOfXmp(values: ReadonlyMap<string, string>): Fields {
  const degrees = (name: string, most: number) => numberIn(values.get(name), -most, most);
  const metres = (name: string) => numberIn(values.get(name), -1_000, 20_000);
  const lat = degrees('GpsLatitude', 90);
  // Earlier firmware spells it wrong.
  const lng = degrees('GpsLongitude', 180) ?? degrees('GpsLongtitude', 180);
  const absolute = metres('AbsoluteAltitude');
  const relative = metres('RelativeAltitude');
  const yaw = degrees('GimbalYawDegree', 360);
  const pitch = degrees('GimbalPitchDegree', 120);
  // Without a fix the position is written as zeros.
  const placed = lat !== null && lng !== null && !(lat === 0 && lng === 0);
  // Positioning by RTK writes heights above the ellipsoid, all others heights above the sea.
  const above = values.get('AltitudeType') === 'RtkAlt' ? 'ellipsoid' : 'altitude';
  return known({
    lat: placed ? lat : null,
    lng: placed ? lng : null,
    heights: {
      ...(absolute === null ? {} : { [above]: absolute }),
      ...(relative === null ? {} : { relative }),
    },
    heading: yaw === null ? null : headingOfGimbal(yaw, pitch, degrees('GimbalRollDegree', 360)),
    pitch,
    lens: lensOf[values.get('ImageSource') ?? ''] ?? null,
  });
}

export const textOf = (tags: ExifTags, tag: number): string => {
  const value = tags.get(tag);
  return typeof value === 'string' ? value : '';
};
export const numbersOf = (tags: ExifTags, tag: number): readonly number[] => {
  const value = tags.get(tag);
  return typeof value === 'object' ? value : [];
};

/** Degrees, minutes and seconds as EXIF has them; null: not three numbers, or beyond `most`. */
function angleOf(tags: ExifTags, tag: number, ref: string, most: number): number | null {
  const [degrees, minutes = 0, seconds = 0] = numbersOf(tags, tag);
  if (degrees === undefined) return null;
  const angle = degrees + minutes / 60 + seconds / 3600;
  if (!Number.isFinite(angle) || angle > most) return null;
  return ref === 'S' || ref === 'W' ? -angle : angle;
}

/** Times of the widest view. @param focal millimetres as on 35 mm film; null: beyond what a lens has */
export const timesOfFocal = (focal: number): number | null => {
  const times = focal / widest;
  return times >= 1 && times <= 200 ? Math.round(times * 10) / 10 : null;
};

export function viewOfExif(tags: ExifTags): Fields {
  const lat = angleOf(tags, exifTag.lat, textOf(tags, exifTag.latRef), 90);
  const lng = angleOf(tags, exifTag.lng, textOf(tags, exifTag.lngRef), 180);
  const [altitude] = numbersOf(tags, exifTag.altitude);
  const [below] = numbersOf(tags, exifTag.altitudeRef);
  const [direction] = numbersOf(tags, exifTag.direction);
  const trueNorth = textOf(tags, exifTag.directionRef) !== 'M';
  const [focal] = numbersOf(tags, exifTag.focalLength35);
  const [digital = 1] = numbersOf(tags, exifTag.digitalZoom);
  const times = focal === undefined ? null : timesOfFocal(focal * (digital > 1 ? digital : 1));
  const placed = lat !== null && lng !== null && !(lat === 0 && lng === 0);
  return known({
    lat: placed ? lat : null,
    lng: placed ? lng : null,
    ...(altitude !== undefined && Number.isFinite(altitude) && altitude < 20_000
      ? { heights: { altitude: below === 1 ? -altitude : altitude } }
      : {}),
    heading: direction !== undefined && Number.isFinite(direction) && trueNorth ? headingOf(direction) : null,
    zoom: times,
    model: textOf(tags, exifTag.model).slice(0, 64) || null,
  });
}

/** Every name and number that is read is plain ASCII, whatever stands between them. */
export function latin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4_096)
    text += String.fromCharCode(...bytes.subarray(at, at + 4_096));
  return text;
}

/** One after the other: what the first ones know is not asked of those behind. */
export const mergedView = (...views: readonly Partial<PhotoView>[]): PhotoView => ({
  ...Object.assign({ ...emptyView }, ...views.toReversed().map(known)),
  heights: views.find(({ heights }) => heights && Object.keys(heights).length > 0)?.heights ?? {},
});

/**
 * What the head of a JPEG says of its view: XMP of DJI, else EXIF. Nothing is made up: what is not there is null. Null where it is
 * no JPEG. @param bytes the first `photoHeadBytes` of the file, or all of a smaller one
 */
export function readPhotoView(bytes: Uint8Array): PhotoView | null {
  if (!isJpeg(bytes)) return null;
  let xmp: Fields = {};
  let exif: Fields = {};
  for (const segment of applicationSegments(bytes.subarray(0, photoHeadBytes))) {
    const tiff = afterName(segment, 'Exif\0\0');
    const packet = afterName(segment, 'http://ns.adobe.com/xap/1.0/\0');
    if (tiff) exif = viewOfExif(exifTags(tiff));
    if (packet) xmp = viewOfXmp(xmpValues(latin(packet)));
  }
  const view = mergedView(xmp, exif);
  // The focal length of a thermal picture says nothing of the zoom of the lens for the eye.
  return view.lens === 'ir' || view.lens === 'wide' ? { ...view, zoom: null } : view;
}
