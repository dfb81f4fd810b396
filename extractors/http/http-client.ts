// The contract of the one way out to the network. Extractors that talk to a service take an HttpClient, so that pacing,
// retries and the User-Agent are decided in one place. What a body means stays with the caller, through `classify`.

/** An answer, after its status and content were judged. */
export interface HttpResponse {
  readonly status: number;
  /** Names in lower case; several values of one name are joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as UTF-8 text, decompressed. */
  readonly body: string;
  /** The address that answered, after redirects. */
  readonly url: string;
  /** The answer came from the response cache and cost no request. */
  readonly cached: boolean;
}

/** A question to a server. */
export interface HttpRequest {
  /** GET by default, POST where a form is given. */
  readonly method?: 'GET' | 'POST';
  readonly url: string;
  readonly searchParams?: Readonly<Record<string, string>>;
  /** Sent as application/x-www-form-urlencoded. */
  readonly form?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses beside 2xx that are answers and not errors, such as 404 where it means "unknown". */
  readonly accept?: readonly number[];
  /** False keeps the answer out of the response cache (default true). */
  readonly cacheable?: boolean;
  /**
   * Judges an answer of good status by its content. A thrown RetryableError is asked again like a failed status; any other
   * error ends the request. An answer that it refuses is never cached.
   */
  readonly classify?: (response: HttpResponse) => void;
}

/** What a client did so far. */
export interface HttpStats {
  /** Requests sent, repeated ones included; cached answers cost none. */
  readonly requests: number;
  /** Requests that were sent again after a failure. */
  readonly retries: number;
  /** Bytes of all bodies, after decompression. */
  readonly bytes: number;
  /** Milliseconds that requests waited because a server failed or asked for a pause, summed over requests. */
  readonly waitedMs: number;
}

/** Sends requests: paced, retried, identified. */
export interface HttpClient {
  /** The operator's contact in the User-Agent, where one is set. */
  readonly contact: string | undefined;
  /** How many requests may be in flight at once. */
  readonly concurrency: number;
  /**
   * Asks a server and judges the answer.
   * @throws FatalError `source-unavailable` (blocked, or every retry failed), `http-failed` (an error that asking again will not mend)
   * @throws PrerequisiteError `contact-required` for a Wikimedia host without an operator contact
   */
  request(request: HttpRequest): Promise<HttpResponse>;
  stats(): HttpStats;
}
