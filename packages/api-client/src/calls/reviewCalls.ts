import {
  Publisher,
  Review,
  type ReviewDecisionRequest,
  ReviewDetails,
  ReviewPolicy,
  type ReviewQuery,
  type ReviewRequest,
  pageOf,
} from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, PostOptions, Transport } from '../transport/Transport.types.ts';
import { versionPath } from './miniProgramPaths.ts';
import type { ListRequest, Page } from './Page.types.ts';

/** Publishers submit versions, reviewers decide about them. */
export interface ReviewCalls {
  /** Submits a version; idempotent. */
  submitVersion(
    appId: string,
    version: string,
    body?: ReviewRequest,
    options?: PostOptions,
  ): Promise<Review>;
  /** The review of a version, with what the version changes. */
  getReview(appId: string, version: string, options?: CallOptions): Promise<ReviewDetails>;
  /** Approves or rejects a version; `review-conflict` if somebody else was faster. */
  decideReview(
    appId: string,
    version: string,
    body: ReviewDecisionRequest,
    options?: PostOptions,
  ): Promise<Review>;
  /** With `submitted`, the queue of reviews, the longest waiting first. */
  listReviews(query?: ListRequest<ReviewQuery>, options?: CallOptions): Promise<Page<Review>>;
  /** Whether versions have to be approved before they are released. */
  getReviewPolicy(options?: CallOptions): Promise<ReviewPolicy>;
  setReviewPolicy(policy: ReviewPolicy, options?: CallOptions): Promise<ReviewPolicy>;
  /** Sets the policy for one publisher; null for the platform's default. */
  setPublisherReview(
    id: string,
    required: boolean | null,
    options?: CallOptions,
  ): Promise<Publisher>;
}

export function reviewCalls({ ask, get, post }: Transport): ReviewCalls {
  const one = (appId: string, version: string) => `${versionPath(appId, version)}/review`;
  const policy = '/v1/admin/review-policy';
  return {
    submitVersion: (appId, version, body = {}, options) =>
      post(one(appId, version), body, Review, options),
    getReview: (appId, version, options) => get(one(appId, version), ReviewDetails, options),
    decideReview: (appId, version, body, options) =>
      post(`${one(appId, version)}/decision`, body, Review, options),
    listReviews: (page, options) => get('/v1/admin/reviews', pageOf(Review), options, page),
    getReviewPolicy: (options) => get(policy, ReviewPolicy, options),
    setReviewPolicy: (json, options) =>
      ask({ method: 'PUT', path: policy, json, options }, ReviewPolicy),
    setPublisherReview: (id, required, options) =>
      ask(
        {
          method: 'PUT',
          path: path`/v1/admin/publishers/${id}/review`,
          json: { required },
          options,
        },
        Publisher,
      ),
  };
}
