/** What is wrong with an answer of a source, as a word that is kept with the layer. */
export class SourceFault extends Error {
  override name = 'SourceFault';
}

/** An archive that cannot be drawn. The message is the reason as it is kept and shown. */
export class PmtilesFault extends Error {
  override name = 'PmtilesFault';
}
