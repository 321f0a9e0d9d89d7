/** Under which answers about licences are kept. */
export const word = 'memberLicence';
