import { resultLimits, type PhotoFacts, type PhotoFault } from '@eyrie/domain';
import { exifTag, exifTags, type ExifTags } from './exif-tags.ts';
import { afterName, applicationSegments, isJpeg } from './jpeg-segments.ts';
import { clockOfText, offsetOfText, photoMoment, type MomentKnown, type PhotoClock } from './photo-clock.ts';
import { latin, mergedView, numberIn, numbersOf, textOf, viewOfExif, viewOfXmp } from './photo-view.ts';
import { createDateOf, xmpValues } from './xmp-values.ts';

/** What a photo says of itself, before it is set against what others know. */
export interface PhotoSaid {
  readonly facts: Omit<PhotoFacts, 'localTime' | 'takenAt' | 'zoneMinutes' | 'zoneSource' | 'faults'>;
  readonly clock: PhotoClock;
  readonly faults: readonly PhotoFault[];
}

/** Bytes of everything that is written about a photo; aircraft write a tenth of it. */
const mostAbout = 131_072;
const day = 86_400_000;

interface Read {
  readonly tags: ExifTags;
  readonly xmp: ReadonlyMap<string, string>;
  /** When it was made, with the zone, as its XMP says it. */
  readonly created: string;
  readonly bytes: number;
}

const isTiff = (bytes: Uint8Array): boolean =>
  (bytes[0] === 0x49 && bytes[1] === 0x49 && bytes[2] === 42) ||
  (bytes[0] === 0x4d && bytes[1] === 0x4d && bytes[3] === 42);

function readAll(head: Uint8Array): Read | null {
  if (isTiff(head)) return { tags: exifTags(head), xmp: new Map(), created: '', bytes: 0 };
  if (!isJpeg(head)) return null;
  let tags: ExifTags = new Map();
  let xmp: ReadonlyMap<string, string> = new Map();
  let created = '';
  let bytes = 0;
  for (const segment of applicationSegments(head)) {
    bytes += segment.length;
    const tiff = afterName(segment, 'Exif\0\0');
    const packet = afterName(segment, 'http://ns.adobe.com/xap/1.0/\0');
    if (tiff && tags.size === 0) tags = exifTags(tiff);
    if (packet && xmp.size === 0) {
      const text = latin(packet);
      xmp = xmpValues(text);
      created = createDateOf(text);
    }
  }
  return { tags, xmp, created, bytes };
}

/** Date and clock of satellites are two tags. */
function gpsMoment(tags: ExifTags): number | null {
  const date = clockOfText(`${textOf(tags, exifTag.gpsDate).replaceAll(':', '-')} 00:00:00`);
  const [hours = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = numbersOf(tags, exifTag.gpsTime);
  const clock = ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  return date !== null && clock >= 0 && clock < day ? date + Math.round(clock) : null;
}

function clockOf({ tags, xmp, created }: Read): PhotoClock {
  const [, zone = ''] = /([+-]\d{2}:?\d{2}|Z)$/.exec(created) ?? [];
  const local =
    clockOfText(textOf(tags, exifTag.takenLocal)) ??
    clockOfText(created.slice(0, created.length - zone.length));
  return {
    local,
    offset: offsetOfText(textOf(tags, exifTag.takenOffset)) ?? offsetOfText(zone),
    satellite: clockOfText(xmp.get('UTCAtExposure') ?? '') ?? gpsMoment(tags),
  };
}

/** Numbers of quality of a position by RTK. */
const fixOf = (flag: number | null): PhotoFacts['fix'] => {
  if (flag === null) return null;
  if (flag === 50) return 'fixed';
  if (flag >= 32 && flag < 50) return 'float';
  return flag === 16 ? 'single' : 'none';
};

const plain = (text: string): string | null => text.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 64) || null;

/** Whether a place is written down, whatever it is. */
const speaksOfPlace = ({ tags, xmp }: Read): boolean => {
  const texts = ['GpsLatitude', 'GpsLongitude', 'GpsLongtitude'].flatMap((name) => xmp.get(name) ?? []);
  const placed = texts.some((text) => Number(text) !== 0);
  const pairs = [exifTag.lat, exifTag.lng].flatMap((tag) => numbersOf(tags, tag));
  return placed || pairs.some((value) => value !== 0);
};

/**
 * Reads what a photo says of itself: XMP of DJI, else EXIF. Nothing is made up: what is not there is null. Null where it
 * is neither JPEG nor TIFF. @param head the first `resultLimits.photoHead` bytes of the file, or all of a smaller one
 */
export function readPhotoSaid(head: Uint8Array): PhotoSaid | null {
  const read = readAll(head.subarray(0, resultLimits.photoHead));
  if (!read) return null;
  const { tags, xmp, bytes } = read;
  const { lng, lat, heights, heading, lens } = mergedView(viewOfXmp(xmp), viewOfExif(tags));
  const angle = (name: string): number | null => numberIn(xmp.get(name), -360, 360);
  const attitude = (of: 'Gimbal' | 'Flight') => ({
    yaw: angle(`${of}YawDegree`),
    pitch: angle(`${of}PitchDegree`),
    roll: angle(`${of}RollDegree`),
  });
  const [focal] = numbersOf(tags, exifTag.focalLength35);
  const [digital = 1] = numbersOf(tags, exifTag.digitalZoom);
  const length = focal === undefined ? null : focal * (digital > 1 ? digital : 1);
  const faults: PhotoFault[] = [];
  if (tags.size === 0 && xmp.size === 0) faults.push('metadataMissing');
  if (bytes > mostAbout) faults.push('metadataTooLarge');
  if (lng === null || lat === null) faults.push(speaksOfPlace(read) ? 'placeInvalid' : 'placeMissing');
  const { ellipsoid = null, altitude = null, relative = null } = heights;
  return {
    facts: {
      make: plain(textOf(tags, exifTag.make)),
      model: plain(textOf(tags, exifTag.model)),
      lng: lng === null || lat === null ? null : lng,
      lat: lng === null || lat === null ? null : lat,
      fix: fixOf(numberIn(xmp.get('RtkFlag'), 0, 99)),
      heights: { ellipsoid, altitude, relative },
      heading,
      gimbal: attitude('Gimbal'),
      aircraft: attitude('Flight'),
      lens,
      focalLength: length !== null && length > 0 && length < 20_000 ? length : null,
    },
    clock: clockOf(read),
    faults,
  };
}

/** What a photo says of itself, with the moment at which it was taken as far as that can be known. */
export function photoFactsOf({ facts, clock, faults }: PhotoSaid, known: MomentKnown): PhotoFacts {
  const { faults: ofTime, ...moment } = photoMoment(clock, known);
  return { ...facts, ...moment, faults: [...faults, ...ofTime] };
}
