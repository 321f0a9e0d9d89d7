/** Why a table was not read. Thrown inside the thread, where no refusal of a call is known. */
export class TableRefused extends Error {
  readonly reason: 'fileFormat' | 'tableTooLong' | 'zipUnsafe' | 'tooLarge';

  constructor(reason: TableRefused['reason'], detail: string) {
    super(detail);
    this.name = 'TableRefused';
    this.reason = reason;
  }
}
