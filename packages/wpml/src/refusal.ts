/** Why a route file is not accepted. Each has its own message for the person who chose the file. */
export type RefusalReason =
  | 'kmzNotZip'
  | 'kmzNoWpml'
  | 'kmzRootLevel'
  | 'kmzTemplateType'
  | 'kmzNoWaypoints'
  | 'kmzTooFewWaypoints'
  | 'kmzBrokenXml'
  | 'kmzBadCoordinates'
  | 'kmzTooBig'
  | 'kmzUnsafePath'
  | 'kmzEncrypted'
  | 'kmzEntities';

export interface KmzRefusal {
  readonly reason: RefusalReason;
  /** The entry, element or figure that caused it; English, for the log and the expert. */
  readonly detail: string;
}

/** Thrown inside the package while reading, and by the calls that need a file already known to be good. */
export class KmzRefused extends Error {
  readonly refusal: KmzRefusal;

  constructor(reason: RefusalReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = 'KmzRefused';
    this.refusal = { reason, detail };
  }
}
