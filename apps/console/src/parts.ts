import { parts } from './parts.generated.ts';
import type { FieldWords } from './platform/list/index.ts';
import { noField, noPart, useNoChoices, useNoClassWords, type Parts } from './platform/parts.ts';

const lent: Parts = parts;

export const useCodeChoices = lent.useCodeChoices ?? useNoChoices;
export const codeField = lent.codeField ?? noField;
export const useClassWords = lent.useClassWords ?? useNoClassWords;
export const drawClass = lent.drawClass ?? ((name: string) => name);
/** Where no room has groups of codes a class is a text like any other. */
export const classField: Pick<FieldWords, 'field' | 'required'> = lent.classField
  ? { field: lent.classField, required: true }
  : {};
/** Where no room keeps parts none are asked for. */
export const usedParts: Readonly<Record<string, FieldWords>> = lent.usedParts
  ? { parts: lent.usedParts }
  : {};
export const departmentField = lent.departmentField ?? noField;
export const regionField = lent.regionField ?? noField();
export const deviceAlarms = lent.deviceAlarms ?? noPart;
export const deviceAreas = lent.deviceAreas ?? noPart;
export const deviceFlights = lent.deviceFlights ?? noPart;
export const flightPanels = lent.flightPanels ?? noPart;
export const stickPanels = lent.stickPanels ?? noPart;
export const payloadPanels = lent.payloadPanels ?? noPart;
/** Where no room keeps records of flights no track stands beside their films. */
export const filmTrack = lent.filmTrack ?? noPart;
export const runVerdict = lent.runVerdict ?? (() => null);
export const deviceDocuments = lent.deviceDocuments ?? noPart;
/** Missing: no room takes files of a maintenance. */
export const { maintenanceFiles } = lent;
