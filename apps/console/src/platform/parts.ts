import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClassWords, DocumentedKind, DockRecord, LeaseControl } from '@eyrie/domain';
import type { PhraseId } from '@eyrie/phrases';
import type { FieldWords, OwnField } from './list/index.ts';
import { useText } from './text.tsx';

export interface Choices {
  list: readonly { code: string; name: string }[];
  /** What is offered no more. */
  withdrawn?: readonly { code: string; name: string }[] | undefined;
}
type UseChoices = (group: string) => UseQueryResult<Choices>;

/** A device whose record stands open. */
export interface OpenDevice {
  oid: string;
  kind: DocumentedKind;
  name: string;
  /** The dock by which it is heard of: itself, where it is one. */
  dockOID: string | null;
  /** The aircraft that carries it; itself, where it is one. */
  droneOID: string | null;
}
type DrawDevice = (device: OpenDevice) => ReactNode;

/** A dock that is flown by hand from this page. */
export interface OpenControl {
  dock: DockRecord;
  /** Epoch of the lease of this tab; null: the tab does not have that control. */
  epochs: Readonly<Record<LeaseControl, number | null>>;
  /** Why this tab has no control of the flight; null: it has. */
  noControl: PhraseId | null;
}
type DrawControl = (control: OpenControl) => ReactNode;

/** A film of a flight that stands open. */
export interface OpenFilm {
  flightOID: string;
  /** When it was begun, epoch ms; null: nobody says. */
  startedAt: number | null;
  /** ms; null: it has not been read. */
  duration: number | null;
  /** What plays it; null: nothing does yet. */
  video: HTMLVideoElement | null;
}

/** What rooms lend to pages of others, in their `parts.ts`. */
export interface Parts {
  /** What a form offers from a group of the code table. */
  useCodeChoices?: UseChoices;
  /** Draws the choice of a code of a group, as a field of a form. */
  codeField?: (group: string) => (field: OwnField) => ReactNode;
  /** What the reader calls classes of findings. */
  useClassWords?: () => ClassWords;
  /** Draws what the reader calls a class of findings. */
  drawClass?: (name: string) => ReactNode;
  /** Draws a class of findings, as a field of a form. */
  classField?: (field: OwnField) => ReactNode;
  /** Draws the choice of a department; `name`: of the one that is chosen at first; `mayBeNone`: it can be taken back. */
  departmentField?: (name?: string, mayBeNone?: boolean) => (field: OwnField) => ReactNode;
  /** Draws the choice of a region that has an area. */
  regionField?: (field: OwnField) => ReactNode;
  /** Draws the alarms that stand of a device. */
  deviceAlarms?: DrawDevice;
  /** Draws how the flight areas of a dock stand. */
  deviceAreas?: DrawDevice;
  /** Draws the flights of a dock or an aircraft. */
  deviceFlights?: DrawDevice;
  /** Draws the documents of a device. */
  deviceDocuments?: DrawDevice;
  /** Draws a dialog that attaches files of a maintenance to a device. */
  maintenanceFiles?: (device: OpenDevice, onClose: () => void) => ReactNode;
  /** The parts that were used in a step of a maintenance, as a field of its form. */
  usedParts?: FieldWords;
  /** Draws the verdict on a run that is to come, as a dialog. */
  runVerdict?: (run: { taskOID: string; taskName: string; wall: string }, onClose: () => void) => ReactNode;
  /** Draws what is ordered of an aircraft in flight, on the page of flight by hand. */
  flightPanels?: DrawControl;
  /** Draws how it is flown by sticks there. */
  stickPanels?: DrawControl;
  /** Draws where the aircraft was while it filmed, beside the film. */
  filmTrack?: (film: OpenFilm) => ReactNode;
  /** Draws what is ordered of its payload there. */
  payloadPanels?: DrawControl;
}

/** Where no room has groups of codes there is nothing to choose. */
export const useNoChoices: UseChoices = (group) =>
  useQuery<Choices>({ queryKey: ['no-choices', group], queryFn: () => ({ list: [] }) });

const noNames: ClassWords['names'] = new Map();
/** Where no room has groups of codes classes stand by their codes. */
export const useNoClassWords = (): ClassWords => ({
  names: noNames,
  other: useText()('detection.class.other'),
});

/** Where no room draws a part of the record of a device there is none. */
export const noPart = (): ReactNode => null;

/** Where no room can draw a choice there is none. */
export const noField = () => (): ReactNode => null;
