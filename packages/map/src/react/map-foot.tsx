import { useEffect, useState, type ReactNode } from 'react';
import type { Place } from '@eyrie/geometry';
import type { MapHost } from '../contract.ts';
import { scaleBar, type ScaleBar } from '../scale.ts';
import { useCamera } from './layers.ts';

/** Longest scale bar in CSS pixels. */
const barRoom = 120;

export const coordinatesText = (place: Place): string => `${place.lng.toFixed(6)}, ${place.lat.toFixed(6)}`;

export interface MapFootProps {
  readonly host: MapHost | null;
  /** The scale's length in words: `200 m`. */
  readonly lengthText: (metres: number) => string;
  /** Says what the coordinates are and that a click on the map keeps them for copying. */
  readonly coordinatesLabel: string;
  readonly copyLabel: string;
  readonly onCopied: () => void;
  /** More facts at the foot, such as the age of the data. */
  readonly children?: ReactNode;
}

/**
 * Scale, coordinates and whatever else belongs at the foot of a map. The coordinates follow the pointer;
 * away from the map they are those of the last click or, before it, of the centre, and can be copied.
 */
export const MapFoot = ({
  host,
  lengthText,
  coordinatesLabel,
  copyLabel,
  onCopied,
  children,
}: MapFootProps) => {
  const [bar, setBar] = useState<ScaleBar | null>(null);
  const [pointer, setPointer] = useState<Place | null>(null);
  const [kept, setKept] = useState<Place | null>(null);
  const [centre, setCentre] = useState<Place | null>(null);
  useCamera(host, (camera) => {
    setBar(host ? scaleBar(host.metresPerPixel(), barRoom) : null);
    setCentre(camera);
  });
  useEffect(() => host?.onPointer(setPointer), [host]);
  useEffect(() => host?.onClick((hit) => setKept(hit.place)), [host]);

  const copyable = kept ?? centre;
  const shown = pointer ?? copyable;
  return (
    <footer className="eyrie-map-foot">
      {bar && (
        <span className="eyrie-map-scale" dir="ltr" style={{ width: bar.pixels }}>
          {lengthText(bar.metres)}
        </span>
      )}
      {shown && copyable && (
        <button
          type="button"
          className="eyrie-map-place"
          aria-label={`${coordinatesLabel} ${coordinatesText(copyable)} ${copyLabel}`}
          title={copyLabel}
          onClick={() =>
            void navigator.clipboard.writeText(coordinatesText(copyable)).then(onCopied, () => undefined)
          }
        >
          <bdi dir="ltr">{coordinatesText(shown)}</bdi>
        </button>
      )}
      {children}
    </footer>
  );
};
