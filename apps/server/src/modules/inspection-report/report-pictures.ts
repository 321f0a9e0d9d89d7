import type { OrderState } from '@eyrie/domain';

/** Left, top, width and height as shares of the picture. */
export type FindingBox = readonly [number, number, number, number];

/** A photo with what was found on it, as it stood when a file was asked for. */
export interface ReportPicture {
  mediaOID: string;
  name: string;
  /** Epoch ms. */
  shotAt: number | null;
  lng: number | null;
  lat: number | null;
  findings: readonly {
    class: string;
    /** How its work order stands; null: it has none. */
    state: OrderState | null;
    box: FindingBox;
  }[];
}

/** What became of a photo on the way into a file. */
export type PictureState =
  | { kind: 'drawn'; path: string; width: number; height: number }
  | { kind: 'gone' }
  | { kind: 'unread' };

export interface PictureBlock {
  kind: 'picture';
  /** What somebody hears who does not see it. */
  alt: string;
  caption: readonly string[];
  picture: { name: string; path: string; width: number; height: number };
}
type Line = { kind: 'note' | 'text'; text: string };

interface Words {
  words: (id: string, values?: Record<string, string | number>) => string;
  /** What a class of findings is called. */
  className: (name: string) => string;
}

/** Marks that turn what follows them would make a line read otherwise than it stands. */
const still = (text: string): string => text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/gu, '');

const placeOf = ({ words }: Words, { lat, lng }: ReportPicture): string =>
  lat === null || lng === null
    ? words('inspectionReport.noPlace')
    : words('inspectionReport.place', { lat: lat.toFixed(5), lng: lng.toFixed(5) });

const saysOf = ({ words, className }: Words, { findings }: ReportPicture): string[] => [
  ...new Set(
    findings.map(({ class: name, state }) =>
      words('inspectionReport.findingSays', {
        class: still(className(name)),
        state: words(state === null ? 'inspectionReport.confirmed' : `workOrder.state.${state}`),
      }),
    ),
  ),
];

const takenOf = ({ words }: Words, { name, shotAt }: ReportPicture): string =>
  shotAt === null
    ? still(name)
    : words('inspectionReport.pictureTaken', {
        name: still(name),
        time: `${new Date(shotAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
      });

/** One photo with what was found on it; one that is gone is named, and what was found stays. */
function pictureBlocks(
  w: Words,
  picture: ReportPicture,
  state: PictureState | undefined,
): (PictureBlock | Line)[] {
  const { words } = w;
  const findings = saysOf(w, picture);
  const place = placeOf(w, picture);
  const caption = [...findings, words('inspectionReport.placeOf', { place }), takenOf(w, picture)];
  if (state?.kind === 'drawn') {
    const { path, width, height } = state;
    const alt = words('inspectionReport.pictureAlt', { findings: findings.join('; '), place });
    return [{ kind: 'picture', alt, caption, picture: { name: picture.mediaOID, path, width, height } }];
  }
  const why = state?.kind === 'unread' ? 'pictureUnread' : 'pictureGone';
  const gone = words(`inspectionReport.${why}`, { name: still(picture.name) });
  return [
    { kind: 'note', text: gone },
    ...caption.slice(0, -1).map((text) => ({ kind: 'text' as const, text })),
  ];
}

/** The photos of a report, and how many more there are. */
export const allPictures = (
  w: Words,
  { pictures, more }: { pictures: readonly ReportPicture[]; more: number },
  states: ReadonlyMap<string, PictureState>,
): (PictureBlock | Line)[] => [
  ...pictures.flatMap((picture) => pictureBlocks(w, picture, states.get(picture.mediaOID))),
  ...(more === 0
    ? []
    : [{ kind: 'note' as const, text: w.words('inspectionReport.picturesRest', { count: more }) }]),
];
