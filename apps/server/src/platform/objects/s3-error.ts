const errors = {
  AccessDenied: [403, 'Access Denied'],
  AuthorizationHeaderMalformed: [400, 'The authorization header is malformed'],
  AuthorizationQueryParametersError: [400, 'The authorization query parameters are malformed'],
  BadDigest: [400, 'The bytes do not have the announced hash'],
  EntityTooLarge: [400, 'The object is too large'],
  ExpiredToken: [400, 'The credential has expired'],
  IncompleteBody: [400, 'Fewer or more bytes came than announced'],
  InvalidAccessKeyId: [403, 'The access key is unknown'],
  InvalidArgument: [400, 'An argument is wrong'],
  InvalidPart: [400, 'A part is missing or another one'],
  InvalidToken: [400, 'The session token is wrong'],
  InvalidURI: [400, 'The address is malformed'],
  MalformedXML: [400, 'The XML is malformed'],
  MethodNotAllowed: [405, 'The method is not allowed here'],
  NoSuchBucket: [404, 'There is no such bucket'],
  NoSuchKey: [404, 'There is no such object'],
  NoSuchUpload: [404, 'There is no such upload'],
  RequestTimeTooSkewed: [403, 'The clocks differ too much'],
  RequestTimeout: [400, 'No bytes came for too long'],
  SignatureDoesNotMatch: [403, 'The signature is wrong'],
  SlowDown: [503, 'Not now, try again later'],
  XAmzContentSHA256Mismatch: [400, 'The bytes do not have the signed hash'],
} as const;

/** Statuses of the refusals, each with their codes. */
export const s3Statuses = (): Map<number, string[]> => {
  const found = new Map<number, string[]>();
  for (const [code, [status]] of Object.entries(errors))
    found.set(status, [...(found.get(status) ?? []), code]);
  return found;
};

export type S3ErrorCode = keyof typeof errors;

/** A refusal in the words of S3; clients of all makes decide by its code. */
export class S3Error extends Error {
  readonly code: S3ErrorCode;
  readonly status: number;
  constructor(code: S3ErrorCode, message?: string) {
    super(message ?? errors[code][1]);
    this.name = 'S3Error';
    this.code = code;
    [this.status] = errors[code];
  }

  toXml(requestId: string): string {
    const fields = `<Code>${this.code}</Code><Message>${this.message}</Message><RequestId>${requestId}</RequestId>`;
    return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${fields}</Error>`;
  }
}
