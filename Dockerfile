# The server (the last stage, by default) and, as the stage "tools", the same with PostgreSQL's own programs for backup and
# restore. docs/operating.md explains how to run them; `npm run ship:rehearse` builds and runs them without an image registry.
ARG NODE_IMAGE=node:24-trixie-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY .npmrc package.json package-lock.json ./
RUN npm ci
COPY index.html vite.config.ts ./
COPY build build
COPY inspector inspector
COPY public public
COPY sandbox sandbox
COPY scripts scripts
COPY server server
COPY src src
RUN npm run build && node build/shipped.mjs shipped

FROM ${NODE_IMAGE} AS runtime
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
RUN install --directory --owner=node --group=node --mode=700 /data
COPY --from=build /app/shipped ./
VOLUME /data
# By number, so that orchestrators can see that the user is not root.
USER 1000:1000
ENTRYPOINT ["node"]

FROM runtime AS tools
USER root
RUN apt-get update \
  && apt-get install --yes --no-install-recommends postgresql-client-17 \
  && rm -rf /var/lib/apt/lists/*
USER 1000:1000
CMD ["dist/tools/doctor.js"]

FROM runtime AS server
EXPOSE 3000
# Node is process 1 and handles the signal itself: running work ends within X_TIMEOUT_SECONDS and 5 s.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["dist/server/main.js"]
