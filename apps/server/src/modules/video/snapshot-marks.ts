import type { Exif } from 'sharp';

/** Where and when the frame of a snapshot was taken. Degrees and metres, WGS-84; null: not known. */
export interface SnapshotMarks {
  /** Epoch ms. */
  takenAt: number;
  lng: number | null;
  lat: number | null;
  /** Above the place of take-off. */
  relativeAltitude: number | null;
  gimbalYaw: number | null;
  gimbalPitch: number | null;
}

/** EXIF has fractions of whole numbers: degrees to a centimetre, and no minutes or seconds beside them. */
const angleOf = (degrees: number): string => `${Math.round(Math.abs(degrees) * 1e7)}/10000000 0/1 0/1`;

/** What programs that read photos look for, in its EXIF. */
export const exifOf = ({ takenAt, lng, lat }: SnapshotMarks): Exif => {
  const [date = '', clock = ''] = new Date(takenAt).toISOString().slice(0, 19).split('T');
  const placed = lng !== null && lat !== null;
  return {
    IFD0: { Software: 'Eyrie', ImageDescription: 'Key frame of a live picture' },
    IFD2: { DateTimeOriginal: `${date.replaceAll('-', ':')} ${clock}`, OffsetTimeOriginal: '+00:00' },
    ...(placed
      ? {
          IFD3: {
            GPSLatitudeRef: lat < 0 ? 'S' : 'N',
            GPSLatitude: angleOf(lat),
            GPSLongitudeRef: lng < 0 ? 'W' : 'E',
            GPSLongitude: angleOf(lng),
          },
        }
      : {}),
  };
};

/** The same as XMP, with the attitude of the gimbal by the names that aircraft of DJI give it. */
export const xmpOf = ({
  takenAt,
  lng,
  lat,
  relativeAltitude,
  gimbalYaw,
  gimbalPitch,
}: SnapshotMarks): string => {
  const figures: [name: string, value: number | null, places: number][] = [
    ['GpsLatitude', lng === null ? null : lat, 8],
    ['GpsLongitude', lat === null ? null : lng, 8],
    ['RelativeAltitude', relativeAltitude, 3],
    ['GimbalYawDegree', gimbalYaw, 2],
    ['GimbalPitchDegree', gimbalPitch, 2],
  ];
  const known = figures.flatMap(([name, value, places]) =>
    value === null ? [] : [` drone-dji:${name}="${value.toFixed(places)}"`],
  );
  return (
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
    '<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/"' +
    ' xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" xmp:CreatorTool="Eyrie"' +
    ` xmp:CreateDate="${new Date(takenAt).toISOString()}"${known.join('')}/></rdf:RDF></x:xmpmeta>`
  );
};
