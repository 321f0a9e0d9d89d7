/** A place of a built route. */
export interface KmzPoint {
  readonly lng: number;
  readonly lat: number;
  readonly height: number;
  readonly speed: number;
  /** Seconds; no hover action when left out. */
  readonly hover?: number;
  readonly photo?: boolean;
  /** Of the gimbal from here on, degrees; it stays as it is when left out. */
  readonly pitch?: number;
}

/** An aircraft with its camera, by the codes of the route format. */
export interface KmzModel {
  readonly drone: readonly [number, number];
  readonly payload: readonly [number, number];
  readonly lenses: string;
}

/** The aircraft the product flies: one per generation of dock, and one without a dock. */
export const kmzModels = {
  m30t: { drone: [67, 1], payload: [53, 0], lenses: 'wide,zoom,ir' },
  m3td: { drone: [91, 1], payload: [81, 0], lenses: 'visable,ir' },
  m4td: { drone: [100, 1], payload: [99, 0], lenses: 'visable,ir' },
  m350H20t: { drone: [89, 0], payload: [43, 0], lenses: 'wide,zoom,ir' },
} as const satisfies Record<string, KmzModel>;

/** Three stops over Shenzhen; the first leg climbs. */
export const kmzPoints: readonly KmzPoint[] = [
  { lng: 113.95, lat: 22.54, height: 50, speed: 10, photo: true },
  { lng: 113.96, lat: 22.55, height: 80, speed: 10, hover: 4 },
  { lng: 113.97, lat: 22.55, height: 80, speed: 10, photo: true },
];

export interface KmzRecipe {
  readonly model: KmzModel;
  readonly points: readonly KmzPoint[];
  /** How the archive packs: `described` writes sizes behind the data, as streaming writers do. */
  readonly packing: 'stored' | 'deflated' | 'described';
  /** Prefix and version of the route namespace. */
  readonly prefix: string;
  readonly version: string;
  readonly templateType: string;
  readonly finishAction: string;
  readonly returnHeight: number | null;
  /** Lines put into missionConfig of both documents: what planners write and nobody documents. */
  readonly unknown: string;
  /** Extra files of the archive, by path. */
  readonly resources: Readonly<Record<string, Uint8Array>>;
  /** Last changes to the documents; null leaves a document out. */
  readonly template: (xml: string) => string | null;
  readonly waylines: (xml: string) => string | null;
}
