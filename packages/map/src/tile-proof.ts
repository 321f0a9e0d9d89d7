type Proof = () => Readonly<Record<string, string>>;

let own: Proof = () => ({});

/**
 * Says by which headers questions for tiles prove their session, asked anew for each: browsers send a cookie by themselves, a display has
 * none. Nobody calls it where the cookie is enough.
 */
export const proveTilesBy = (proof: Proof): void => {
  own = proof;
};

/** Headers of a question for a tile; none for another server, which is never to have them. */
export const proofFor = (address: string): Record<string, string> =>
  URL.canParse(address, location.href) && new URL(address, location.href).origin === location.origin
    ? { ...own() }
    : {};
