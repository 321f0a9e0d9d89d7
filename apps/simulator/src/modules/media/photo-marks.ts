import { dateText, exifOf, offsetText } from './exif.ts';
import { jpegSize } from './jpeg-size.ts';
import type { Shot } from './shot.ts';

const signed = (value: number, decimals: number): string =>
  `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(decimals)}`;

/** As XMP writes moments: the clock of the dock, and how far it is ahead of UTC. */
const createDate = (at: number): string =>
  `${dateText(at).replace(':', '-').replace(':', '-').replace(' ', 'T')}${offsetText(at)}`;

/** XMP as aircraft with RTK write it: heights above the ellipsoid, angles of gimbal and aircraft. */
function xmpOf(shot: Shot, model: string): string {
  const marks: Readonly<Record<string, string>> = {
    Version: '1.5',
    ImageSource: 'WideCamera',
    UTCAtExposure: new Date(shot.at).toISOString().slice(0, -1),
    GpsStatus: 'RTK',
    AltitudeType: 'RtkAlt',
    GpsLatitude: signed(shot.lat, 9),
    GpsLongitude: signed(shot.lng, 9),
    AbsoluteAltitude: signed(shot.height, 3),
    RelativeAltitude: signed(shot.elevation, 3),
    GimbalRollDegree: '+0.00',
    GimbalYawDegree: signed(shot.head, 2),
    GimbalPitchDegree: signed(shot.gimbalPitch, 2),
    FlightRollDegree: '+0.00',
    FlightYawDegree: signed(shot.head, 2),
    FlightPitchDegree: '+0.00',
    RtkFlag: '50',
  };
  const attributes = Object.entries(marks).map(([name, value]) => `\n   drone-dji:${name}="${value}"`);
  return `<?xpacket begin="\u00ef\u00bb\u00bf" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="DJI Meta Data"
   xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
   xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"
   xmlns:xmp="http://ns.adobe.com/xap/1.0/"
   xmp:CreateDate="${createDate(shot.at)}"
   tiff:Make="DJI"
   tiff:Model="${model}"${attributes.join('')}>
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}

const segment = (name: string, body: Buffer): Buffer => {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), body]);
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

/** Photos name aircraft shorter than lists do: `M30T`. */
const shortName = (model: string): string => model.replace(/^(?:Matrice|Mavic) /, 'M');

/** A JPEG with what aircraft write into their photos: from where, in which direction and through which lens it was taken. */
export const withMarks = (jpeg: Uint8Array, shot: Shot, model: string): Uint8Array =>
  Buffer.concat([
    jpeg.subarray(0, 2),
    segment('Exif\0\0', exifOf(shot, shortName(model), jpegSize(jpeg))),
    segment('http://ns.adobe.com/xap/1.0/\0', Buffer.from(xmpOf(shot, shortName(model)), 'latin1')),
    jpeg.subarray(2),
  ]);
