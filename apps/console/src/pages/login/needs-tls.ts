/** Plain HTTP carries passwords in the open, except on this very machine. */
export const needsTls = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean =>
  protocol === 'http:' && !/^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname);
