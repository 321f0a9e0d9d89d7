/** A model from which it cannot be told what stands where; what kept it from being read. */
export class UnreadModel extends Error {}
